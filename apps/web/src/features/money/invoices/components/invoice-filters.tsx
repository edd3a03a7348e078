import { Select } from '@mantine/core';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { FilterBar, named } from '../../../../lib/kit/list/filter-bar.tsx';
import type { Change } from '../../../../lib/page/search-params.ts';
import { countFilters, type InvoiceSearch, noFilters } from '../model/invoice-search.ts';

interface FiltersProps {
  search: InvoiceSearch;
  onChange: (change: Change<InvoiceSearch>) => void;
}

const kinds = [
  { value: 'invoice', label: 'Invoices' },
  { value: 'credit note', label: 'Credit notes' },
] as const;

export function InvoiceFilters({ search, onChange }: FiltersProps) {
  return (
    <FilterBar
      search={search.search}
      placeholder="Number, customer, order number"
      onSearch={(text) => onChange({ search: text })}
      count={countFilters(search)}
      onClear={() => onChange(noFilters)}
    >
      {(isLabelled) => (
        <>
          <Select
            {...named('Kind', isLabelled)}
            placeholder="Any kind"
            clearable
            data={kinds}
            value={search.kind ?? null}
            onChange={(kind) => onChange({ kind: kind ?? undefined })}
          />
          <DayField
            label="Issued from"
            isBare={!isLabelled}
            placeholder="Issued from"
            canClear
            value={search.from ?? null}
            onChange={(day) => onChange({ from: day ?? undefined })}
          />
          <DayField
            label="Issued until"
            isBare={!isLabelled}
            placeholder="Issued until"
            canClear
            value={search.to ?? null}
            onChange={(day) => onChange({ to: day ?? undefined })}
          />
        </>
      )}
    </FilterBar>
  );
}
