import { Checkbox, Select } from '@mantine/core';
import { SearchSelect } from '../../../lib/kit/form/search-select.tsx';
import { enquiryStates } from '@muster/domain/enquiries/pipeline';
import type { Sort } from '@muster/domain/enquiries/schema';
import { useQuery } from '@tanstack/react-query';
import { industriesQuery, staffQuery } from '../api.ts';
import { sortNames } from '../model/office-search.ts';
import type { Change, OfficeSearch } from '../model/office-search.ts';
import { stateNames } from '../model/state-words.ts';

export interface FilterFieldsProps {
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

export function StateFilter({ search, onChange, labelled }: FilterFieldsProps) {
  return (
    <Select
      {...named('State', labelled)}
      placeholder="Any state"
      clearable
      data={states}
      value={search.state ?? null}
      onChange={(state) => onChange({ state: state ?? undefined })}
    />
  );
}

export function OwnerFilter({ search, onChange, labelled }: FilterFieldsProps) {
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

export function IndustryFilter({ search, onChange, labelled }: FilterFieldsProps) {
  const industries = useQuery(industriesQuery).data ?? [];
  const choices = industries.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <SearchSelect
      {...named('Industry', labelled)}
      placeholder="Any industry"
      clearable
      thing="industry"
      nothingFoundMessage="No such industry"
      choices={withChosen(choices, search.industry?.toString(), 'Unknown industry')}
      value={search.industry?.toString() ?? null}
      onChange={(industry) => onChange({ industry: Number(industry) || undefined })}
    />
  );
}

/** Does what the heads of the table do, where there is no table. */
export function OrderField({ search, onChange, labelled }: FilterFieldsProps) {
  return (
    <Select
      {...named('Order', labelled)}
      allowDeselect={false}
      data={orders}
      value={search.sort ?? 'newest'}
      onChange={(sort) => onChange({ sort: sort === 'newest' ? undefined : (sort as Sort) })}
    />
  );
}

export function OverdueFilter({ search, onChange }: FilterFieldsProps) {
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
