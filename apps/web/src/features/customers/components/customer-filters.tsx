import { Checkbox, Select, TextInput } from '@mantine/core';
import { regions } from '@muster/domain/suburbs/rules';
import { FilterBar, named } from '../../../lib/kit/list/filter-bar.tsx';
import type { Change } from '../../../lib/search-params.ts';
import { countFilters, type CustomerSearch, type CustomerSort, noFilters } from '../model/customer-search.ts';

interface FiltersProps {
  search: CustomerSearch;
  onChange: (change: Change<CustomerSearch>) => void;
}

const orders: { value: CustomerSort; label: string }[] = [
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: '-created', label: 'Newest first' },
  { value: 'created', label: 'Oldest first' },
];

export function CustomerFilters({ search, onChange }: FiltersProps) {
  return (
    <FilterBar
      search={search.search}
      placeholder="Search by name, phone, suburb or contact"
      onSearch={(text) => onChange({ search: text })}
      count={countFilters(search)}
      onClear={() => onChange(noFilters)}
    >
      {(isLabelled) => (
        <>
          <Select
            {...named('State or territory', isLabelled)}
            placeholder="Anywhere"
            clearable
            data={regions}
            value={search.region ?? null}
            onChange={(region) => onChange({ region: region ?? undefined })}
          />
          <TextInput
            {...named('Tag', isLabelled)}
            key={search.tag}
            placeholder="Any tag"
            w={isLabelled ? undefined : 110}
            defaultValue={search.tag ?? ''}
            onBlur={(event) => onChange({ tag: event.target.value.trim() || undefined })}
            onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          />
          {isLabelled && (
            <Select
              label="Order"
              allowDeselect={false}
              data={orders}
              value={search.sort ?? 'name'}
              onChange={(sort) => onChange({ sort: sort === 'name' ? undefined : (sort as CustomerSort) })}
            />
          )}
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
