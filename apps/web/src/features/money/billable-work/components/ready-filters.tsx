import { Checkbox } from '@mantine/core';
import { FilterBar } from '../../../../lib/kit/list/filter-bar.tsx';
import type { ReadyFilters as Filters } from '../api.ts';

export const noReadyFilters = { search: undefined, customer: undefined, left_out: undefined };

/** How many filters are set, beside the search. */
function countReadyFilters({ customer, left_out }: Filters): number {
  return [customer, left_out].filter((value) => value !== undefined).length;
}

/** The search and the filters of finished work that is in no invoice. */
export function ReadyFilters({ search, onChange }: { search: Filters; onChange: (change: Filters) => void }) {
  return (
    <FilterBar
      search={search.search}
      placeholder="Job, customer or site"
      onSearch={(text) => onChange({ search: text })}
      count={countReadyFilters(search)}
      onClear={() => onChange(noReadyFilters)}
      room={420}
    >
      {() => (
        <Checkbox
          label="Left out"
          checked={search.left_out ?? false}
          onChange={({ target }) => onChange({ left_out: target.checked || undefined })}
        />
      )}
    </FilterBar>
  );
}
