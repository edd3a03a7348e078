import { Select } from '@mantine/core';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { FilterBar, named } from '../../../../lib/kit/list/filter-bar.tsx';
import type { Change } from '../../../../lib/page/search-params.ts';
import { type CardSearch, countFilters, noFilters } from '../model/card-search.ts';

interface FiltersProps {
  search: CardSearch;
  onChange: (change: Change<CardSearch>) => void;
}

const views = [
  { value: 'in clearing', label: 'Not paid out yet' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'disputed', label: 'Disputed' },
  { value: 'tests', label: 'Test payments' },
] as const;

export function CardFilters({ search, onChange }: FiltersProps) {
  return (
    <FilterBar
      search={search.search}
      placeholder="Customer, invoice, last four digits, 165.00"
      onSearch={(text) => onChange({ search: text })}
      count={countFilters(search)}
      onClear={() => onChange(noFilters)}
    >
      {(isLabelled) => (
        <>
          <Select
            {...named('Status', isLabelled)}
            placeholder="All"
            clearable
            data={views}
            value={search.view ?? null}
            onChange={(view) => onChange({ view: view ?? undefined })}
          />
          <DayField
            label="Paid from"
            isBare={!isLabelled}
            placeholder="From"
            canClear
            value={search.from ?? null}
            onChange={(day) => onChange({ from: day ?? undefined })}
          />
          <DayField
            label="Paid until"
            isBare={!isLabelled}
            placeholder="Until"
            canClear
            value={search.to ?? null}
            onChange={(day) => onChange({ to: day ?? undefined })}
          />
        </>
      )}
    </FilterBar>
  );
}
