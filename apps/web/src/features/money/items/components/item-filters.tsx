import { Checkbox, Select } from '@mantine/core';
import { itemKinds, kindWords } from '@muster/domain/money/items/fields';
import { FilterBar, named, OrderField } from '../../../../lib/kit/list/filter-bar.tsx';
import type { Change } from '../../../../lib/page/search-params.ts';
import { countFilters, type ItemSearch, noFilters } from '../model/item-search.ts';

interface FiltersProps {
  search: ItemSearch;
  onChange: (change: Change<ItemSearch>) => void;
}

const kinds = itemKinds.map((value) => ({ value, label: kindWords[value] }));

export function ItemFilters({ search, onChange }: FiltersProps) {
  return (
    <FilterBar
      search={search.search}
      placeholder="Search by name or code"
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
          {isLabelled && <OrderField sort={search.sort} onChange={onChange} />}
          <Checkbox
            label="Archived"
            checked={search.archived ?? false}
            onChange={(event) => onChange({ archived: event.target.checked || undefined })}
          />
        </>
      )}
    </FilterBar>
  );
}
