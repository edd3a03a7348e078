import { useMediaQuery } from '@mantine/hooks';
import { enquiryStates } from '@muster/domain/enquiries/pipeline';
import type { EnquiryState } from '@muster/domain/enquiries/pipeline';
import type { Sort } from '@muster/domain/enquiries/schema';
import { Button } from '@muster/ui/button';
import { Select } from '@muster/ui/select';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { industriesQuery, staffQuery } from '../api.ts';
import { changed, isFiltered, nothing, sortNames } from '../model/office-search.ts';
import type { Change, OfficeSearch } from '../model/office-search.ts';
import { stateNames } from '../model/state-words.ts';
import { SearchField } from './search-field.tsx';
import './filters.css';

interface FiltersProps {
  search: OfficeSearch;
  onChange: (change: Change) => void;
}

export function Filters({ search, onChange }: FiltersProps) {
  const staff = useQuery(staffQuery).data;
  const industries = useQuery(industriesQuery).data;
  /** Another one is another search field, without what was typed and not yet looked for. */
  const [clearings, setClearings] = useState(0);
  const isWide = useMediaQuery('(width >= 1240px)', true, { getInitialValueInEffect: false });
  const isTable = search.view === 'table';

  function clear() {
    setClearings(clearings + 1);
    onChange(nothing);
  }

  return (
    <search className="filters">
      <SearchField
        key={clearings}
        given={search.search ?? ''}
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      <details className="filters__more" open={isWide || isFiltered(changed(search, { search: undefined }))}>
        <summary>{isTable ? 'Filter and order' : 'Filter'}</summary>
        <div className="filters__fields">
          {isTable && (
            <Select
              label="State"
              placeholder="Every state"
              options={enquiryStates.map((state) => ({ value: state, label: stateNames[state] }))}
              value={search.state ?? ''}
              onChange={(event) =>
                onChange({ state: (event.target.value || undefined) as EnquiryState | undefined })
              }
            />
          )}
          <Select
            label="Owner"
            placeholder="Everybody’s"
            options={withChosen(
              [
                { value: 'none', label: 'Nobody’s yet' },
                ...(staff ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ],
              search.owner,
              staff ? 'Somebody who has left' : 'One of us',
            )}
            value={search.owner ?? ''}
            onChange={(event) => onChange({ owner: event.target.value || undefined })}
          />
          <Select
            label="Industry"
            placeholder="Every industry"
            options={withChosen(
              (industries ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
              search.industry?.toString(),
              'One industry',
            )}
            value={search.industry?.toString() ?? ''}
            onChange={(event) => onChange({ industry: Number(event.target.value) || undefined })}
          />
          {isTable && (
            <div className="filters__sort">
              <Select
                label="Order"
                options={Object.entries(sortNames).map(([value, label]) => ({ value, label }))}
                value={search.sort ?? 'newest'}
                onChange={(event) =>
                  onChange({
                    sort: event.target.value === 'newest' ? undefined : (event.target.value as Sort),
                  })
                }
              />
            </div>
          )}
          <label className="filters__overdue">
            <input
              type="checkbox"
              checked={search.overdue ?? false}
              onChange={(event) => onChange({ overdue: event.target.checked || undefined })}
            />
            Overdue only
          </label>
          {isFiltered(search) && (
            <Button variant="quiet" onClick={clear}>
              Clear
            </Button>
          )}
        </div>
      </details>
    </search>
  );
}

interface Option {
  value: string;
  label: string;
}

/** What the address asks for is shown as chosen although it is no longer among the choices, or they are still on their way. */
function withChosen(options: Option[], value: string | undefined, label: string): Option[] {
  if (value === undefined || options.some((option) => option.value === value)) return options;
  return [...options, { value, label }];
}
