import { Checkbox, Select, TextInput } from '@mantine/core';
import { regions } from '@muster/domain/work/suburbs/rules';
import { FilterBar, named, OrderField } from '../../../../lib/kit/list/filter-bar.tsx';
import type { Change } from '../../../../lib/page/search-params.ts';
import { countFilters, type CustomerSearch, noFilters } from '../model/customer-search.ts';

interface FiltersProps {
  search: CustomerSearch;
  onChange: (change: Change<CustomerSearch>) => void;
}

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
