import { Checkbox, Select } from '@mantine/core';
import { SearchSelect } from '../../../lib/kit/form/search-select.tsx';
import { FilterBar, named } from '../../../lib/kit/list/filter-bar.tsx';
import type { Change } from '../../../lib/search-params.ts';
import {
  countFilters,
  noFilters,
  stateNames,
  type TechnicianSearch,
  type TechnicianSort,
} from '../model/technician-search.ts';
import { useSkills } from '../../../lib/kit/use-skills.ts';

interface FiltersProps {
  search: TechnicianSearch;
  onChange: (change: Change<TechnicianSearch>) => void;
}

const states = Object.entries(stateNames).map(([value, label]) => ({ value, label }));
const orders: { value: TechnicianSort; label: string }[] = [
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: '-created', label: 'Newest first' },
  { value: 'created', label: 'Oldest first' },
];

export function TechnicianFilters({ search, onChange }: FiltersProps) {
  const { choicesFor } = useSkills();
  return (
    <FilterBar
      search={search.search}
      placeholder="Search by name, phone or email"
      onSearch={(text) => onChange({ search: text })}
      count={countFilters(search)}
      onClear={() => onChange(noFilters)}
    >
      {(isLabelled) => (
        <>
          <Select
            {...named('State', isLabelled)}
            placeholder="Any state"
            clearable
            data={states}
            value={search.state ?? null}
            onChange={(state) => onChange({ state: (state ?? undefined) as TechnicianSearch['state'] })}
          />
          <SearchSelect
            {...named('Skill', isLabelled)}
            placeholder="Any skill"
            clearable
            thing="skill"
            nothingFoundMessage="No such skill"
            choices={choicesFor(search.skill === undefined ? [] : [search.skill])}
            value={search.skill ?? null}
            onChange={(skill) => onChange({ skill: skill ?? undefined })}
          />
          {isLabelled && (
            <Select
              label="Order"
              allowDeselect={false}
              data={orders}
              value={search.sort ?? 'name'}
              onChange={(sort) => onChange({ sort: sort === 'name' ? undefined : (sort as TechnicianSort) })}
            />
          )}
          <Checkbox
            label="Ticket expiring"
            checked={search.expiring ?? false}
            onChange={(event) => onChange({ expiring: event.target.checked || undefined })}
          />
        </>
      )}
    </FilterBar>
  );
}
