import { Button, Select } from '@mantine/core';
import { SearchSelect } from '../../../../lib/kit/form/search-select.tsx';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import type { Change } from '../../../../lib/page/search-params.ts';
import { thingNames } from '../../../../lib/changes/words/field-words.ts';
import type { HistorySearch } from '../model/history-search.ts';
import './history-filters.css';

interface HistoryFiltersProps {
  search: HistorySearch;
  people: readonly { id: string; name: string }[];
  onChange: (change: Change<HistorySearch>) => void;
}

const things = Object.entries(thingNames).map(([value, name]) => ({
  value,
  label: name.charAt(0).toUpperCase() + name.slice(1),
}));
const nothing: Change<HistorySearch> = { user: undefined, table: undefined, from: undefined, to: undefined };

export function HistoryFilters({ search, people, onChange }: HistoryFiltersProps) {
  const { user, table, from, to } = search;
  const choices = people.map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = user === undefined || people.some(({ id }) => id === user);
  return (
    <search className="history-filters">
      <Select
        aria-label="Who"
        placeholder="Anyone"
        clearable
        data={isKnown ? choices : [...choices, { value: user, label: 'Someone' }]}
        value={user ?? null}
        onChange={(id) => onChange({ user: id ?? undefined })}
      />
      <SearchSelect
        aria-label="What"
        placeholder="Anything"
        clearable
        thing="kind of item"
        nothingFoundMessage="No results"
        choices={things}
        value={table ?? null}
        onChange={(name) => onChange({ table: name ?? undefined })}
      />
      <DayField
        label="From"
        isBare
        placeholder="From"
        canClear
        value={from ?? null}
        onChange={(day) => onChange({ from: day ?? undefined })}
      />
      <DayField
        label="To"
        isBare
        placeholder="To"
        canClear
        value={to ?? null}
        min={from}
        onChange={(day) => onChange({ to: day ?? undefined })}
      />
      {Object.keys(search).length > 0 && (
        <Button variant="subtle" onClick={() => onChange(nothing)}>
          Clear
        </Button>
      )}
    </search>
  );
}
