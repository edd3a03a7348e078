import { Select } from '@mantine/core';
import { paymentMethods, paymentMethodWords } from '@muster/domain/money/payments/rules';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { FilterBar, named } from '../../../../lib/kit/list/filter-bar.tsx';
import type { Change } from '../../../../lib/page/search-params.ts';
import { countFilters, noFilters, type PaymentSearch } from '../model/payment-search.ts';

interface FiltersProps {
  search: PaymentSearch;
  onChange: (change: Change<PaymentSearch>) => void;
}

const views = [
  { value: 'received', label: 'Payments' },
  { value: 'unused', label: 'With unused credit' },
  { value: 'refunds', label: 'Refunds' },
  { value: 'taken back', label: 'Reversed' },
] as const;
const methods = paymentMethods.map((value) => ({ value, label: paymentMethodWords[value] }));

/** Four filters need more room than three. */
const roomPx = 820;

export function PaymentFilters({ search, onChange }: FiltersProps) {
  return (
    <FilterBar
      search={search.search}
      placeholder="Customer, invoice, reference, 165.00"
      onSearch={(text) => onChange({ search: text })}
      count={countFilters(search)}
      onClear={() => onChange(noFilters)}
      room={roomPx}
    >
      {(isLabelled) => (
        <>
          <Select
            {...named('Kind', isLabelled)}
            placeholder="All"
            clearable
            data={views}
            value={search.view ?? null}
            onChange={(view) => onChange({ view: view ?? undefined })}
          />
          <Select
            {...named('How', isLabelled)}
            placeholder="Any way"
            clearable
            data={methods}
            value={search.method ?? null}
            onChange={(method) => onChange({ method: method ?? undefined })}
          />
          <DayField
            label="Received from"
            isBare={!isLabelled}
            placeholder="From"
            canClear
            value={search.from ?? null}
            onChange={(day) => onChange({ from: day ?? undefined })}
          />
          <DayField
            label="Received until"
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
