import { Button, Drawer, Group, Stack } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { changed, countFilters, isFiltered, nothing } from '../model/office-search.ts';
import { IndustryFilter, OrderField, OverdueFilter, OwnerFilter, StateFilter } from './filter-fields.tsx';
import type { FilterFieldsProps } from './filter-fields.tsx';
import { SearchField } from '../../../lib/kit/list/search-field.tsx';
import './filters.css';

/** On a wide screen all filters are in one row. On a narrow one the search stays, and a drawer holds the others. */
export function Filters({ search, onChange }: FilterFieldsProps) {
  /** A new key makes a new search field, without the text that was typed and not searched for yet. */
  const [clearings, setClearings] = useState(0);
  const isWide = useMediaQuery('(width >= 1240px)', true, { getInitialValueInEffect: false });

  function clear() {
    setClearings(clearings + 1);
    onChange(nothing);
  }

  return (
    <search className="filters">
      <SearchField
        key={clearings}
        given={search.search ?? ''}
        placeholder="Search name, email, phone, reference, message, note"
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      {isWide ? (
        <>
          {search.view === 'table' && <StateFilter search={search} onChange={onChange} />}
          <OwnerFilter search={search} onChange={onChange} />
          <IndustryFilter search={search} onChange={onChange} />
          <OverdueFilter search={search} onChange={onChange} />
          {isFiltered(search) && (
            <Button variant="subtle" onClick={clear}>
              Clear
            </Button>
          )}
        </>
      ) : (
        <FilterDrawer search={search} onChange={onChange} onClear={clear} />
      )}
    </search>
  );
}

function FilterDrawer({ search, onChange, onClear }: FilterFieldsProps & { onClear: () => void }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const count = countFilters(changed(search, { search: undefined }));
  const isTable = search.view === 'table';
  return (
    <>
      <Button onClick={open}>{count === 0 ? 'Filters' : `Filters (${count})`}</Button>
      <Drawer opened={isOpen} onClose={close} title="Filters" position="right" size="xs">
        <Stack>
          {isTable && <OrderField search={search} onChange={onChange} labelled />}
          {isTable && <StateFilter search={search} onChange={onChange} labelled />}
          <OwnerFilter search={search} onChange={onChange} labelled />
          <IndustryFilter search={search} onChange={onChange} labelled />
          <OverdueFilter search={search} onChange={onChange} />
          <Group grow mt="md">
            {isFiltered(search) && <Button onClick={onClear}>Clear</Button>}
            <Button variant="filled" onClick={close}>
              Show enquiries
            </Button>
          </Group>
        </Stack>
      </Drawer>
    </>
  );
}
