import { Checkbox, Select } from '@mantine/core';
import { enquiryStates } from '@muster/domain/sales/enquiries/pipeline';
import type { Sort } from '@muster/domain/sales/enquiries/schema';
import { useQuery } from '@tanstack/react-query';
import { SearchSelect } from '../../../../lib/kit/form/search-select.tsx';
import { FilterBar } from '../../../../lib/kit/list/filter-bar.tsx';
import { industriesQuery, staffQuery } from '../api.ts';
import type { Change, OfficeSearch } from '../model/office-search.ts';
import { changed, countFilters, nothing, sortNames } from '../model/office-search.ts';
import { stateNames } from '../model/state-words.ts';

/** All of them beside a search that is worth typing into. */
const roomPx = 1000;

/** The pipeline has a column for each state, and an order of its own: only the table is filtered and sorted by them. */
export function Filters({ search, onChange }: FilterFieldsProps) {
  const isTable = search.view === 'table';
  return (
    <FilterBar
      search={search.search}
      placeholder="Search name, email, phone, reference, message, note"
      onSearch={(text) => onChange({ search: text })}
      count={countFilters(changed(search, { search: undefined }))}
      onClear={() => onChange(nothing)}
      room={roomPx}
      show="Show enquiries"
    >
      {(labelled) => {
        const shared = { search, onChange, labelled };
        return (
          <>
            {isTable && labelled && <OrderField {...shared} />}
            {isTable && <StateFilter {...shared} />}
            <OwnerFilter {...shared} />
            <IndustryFilter {...shared} />
            <OverdueFilter search={search} onChange={onChange} />
          </>
        );
      }}
    </FilterBar>
  );
}

interface FilterFieldsProps {
  search: OfficeSearch;
  onChange: (change: Change) => void;
  /** Whether the names of the fields are shown. Where they are not, they are read out. */
  labelled?: boolean;
}

function named(label: string, labelled: boolean | undefined) {
  return labelled ? { label } : { 'aria-label': label };
}

const states = enquiryStates.map((state) => ({ value: state, label: stateNames[state] }));
const orders = Object.entries(sortNames).map(([value, label]) => ({ value, label }));

function StateFilter({ search, onChange, labelled }: FilterFieldsProps) {
  return (
    <Select
      {...named('Status', labelled)}
      placeholder="Any status"
      clearable
      data={states}
      value={search.state ?? null}
      onChange={(state) => onChange({ state: state ?? undefined })}
    />
  );
}

function OwnerFilter({ search, onChange, labelled }: FilterFieldsProps) {
  const staff = useQuery(staffQuery).data;
  const choices = [
    { value: 'none', label: 'No owner' },
    ...(staff ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Select
      {...named('Owner', labelled)}
      placeholder="Any owner"
      clearable
      data={withChosen(choices, search.owner, staff ? 'Former staff member' : 'Staff member')}
      value={search.owner ?? null}
      onChange={(owner) => onChange({ owner: owner ?? undefined })}
    />
  );
}

function IndustryFilter({ search, onChange, labelled }: FilterFieldsProps) {
  const industries = useQuery(industriesQuery).data ?? [];
  const choices = industries.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <SearchSelect
      {...named('Industry', labelled)}
      placeholder="Any industry"
      clearable
      thing="industry"
      nothingFoundMessage="No results"
      choices={withChosen(choices, search.industry?.toString(), 'Unknown industry')}
      value={search.industry?.toString() ?? null}
      onChange={(industry) => onChange({ industry: Number(industry) || undefined })}
    />
  );
}

/** Does what the heads of the table do, where there is no table. */
function OrderField({ search, onChange, labelled }: FilterFieldsProps) {
  return (
    <Select
      {...named('Sort by', labelled)}
      allowDeselect={false}
      data={orders}
      value={search.sort ?? '-created'}
      onChange={(sort) => onChange({ sort: sort === '-created' ? undefined : (sort as Sort) })}
    />
  );
}

function OverdueFilter({ search, onChange }: FilterFieldsProps) {
  return (
    <Checkbox
      label="Overdue only"
      checked={search.overdue ?? false}
      onChange={(event) => onChange({ overdue: event.target.checked || undefined })}
    />
  );
}

interface Choice {
  value: string;
  label: string;
}

/** The address may ask for something that is no longer among the choices, or that has not loaded yet. It is shown as chosen. */
function withChosen(choices: Choice[], value: string | undefined, label: string): Choice[] {
  if (value === undefined || choices.some((choice) => choice.value === value)) return choices;
  return [...choices, { value, label }];
}
