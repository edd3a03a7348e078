import { Button, Drawer, Group, Select, Stack } from '@mantine/core';
import { useDisclosure, useElementSize } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { KeptSort } from '../../page/search-params.ts';
import { SearchField } from './search-field.tsx';
import './filter-bar.css';

interface FilterBarProps {
  search: string | undefined;
  placeholder: string;
  onSearch: (search: string | undefined) => void;
  /** How many filters are set, beside the search. */
  count: number;
  onClear: () => void;
  /** For filters that are only in the drawer: how many of them are set. */
  more?: number;
  /** As many pixels as the filters need in a row. */
  room?: number;
  /** What the button of the drawer says that leads back to the list. */
  show?: string;
  /** The filters: on a wide screen without their names, which are read out instead. */
  children: (isLabelled: boolean) => ReactNode;
}

/** Three filters beside a search need so much; an open drawer may leave less. */
const filtersPx = 640;
/** And a button for more of them so much. */
const withMorePx = 760;

/** The search and the filters of a list, in one row; on a narrow screen the search stays, and a drawer holds the filters. */
export function FilterBar(props: FilterBarProps) {
  const { search, placeholder, onSearch, count, onClear, more, show = 'Show', children } = props;
  const { room = more === undefined ? filtersPx : withMorePx } = props;
  /** A new key makes a new search field, without the text that was typed and not searched for yet. */
  const [clearings, setClearings] = useState(0);
  const [isOpen, { open, close }] = useDisclosure(false);
  const { ref, width } = useElementSize();
  const isWide = width >= room;

  function clear() {
    setClearings(clearings + 1);
    onClear();
  }

  return (
    <search ref={ref} className="filter-bar">
      <SearchField
        key={clearings}
        given={search ?? ''}
        placeholder={placeholder}
        onSearch={(text) => onSearch(text || undefined)}
      />
      {isWide ? (
        <>
          {children(false)}
          {more !== undefined && (
            <Button onClick={open}>{more === 0 ? 'More filters' : `More filters (${more})`}</Button>
          )}
          {(count > 0 || search !== undefined) && (
            <Button variant="subtle" onClick={clear}>
              Clear
            </Button>
          )}
        </>
      ) : (
        <Button onClick={open}>{count === 0 ? 'Filters' : `Filters (${count})`}</Button>
      )}
      {(!isWide || more !== undefined) && (
        <Drawer opened={isOpen} onClose={close} title="Filters" position="right" size="xs">
          <Stack>
            {children(true)}
            <Group grow mt="md">
              {count > 0 && <Button onClick={clear}>Clear</Button>}
              <Button variant="filled" onClick={close}>
                {show}
              </Button>
            </Group>
          </Stack>
        </Drawer>
      )}
    </search>
  );
}

/** What a filter is called: shown where there is room, read out where there is none. */
export function named(label: string, isLabelled: boolean) {
  return isLabelled ? { label } : { 'aria-label': label };
}

const orders: { value: KeptSort; label: string }[] = [
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: '-created', label: 'Newest first' },
  { value: 'created', label: 'Oldest first' },
];

interface OrderFieldProps {
  sort: KeptSort | undefined;
  onChange: (change: { sort: KeptSort | undefined }) => void;
}

/** The order of a list of records, where there are no heads to press. */
export function OrderField({ sort = 'name', onChange }: OrderFieldProps) {
  return (
    <Select
      label="Sort by"
      allowDeselect={false}
      data={orders}
      value={sort}
      onChange={(chosen) => onChange({ sort: chosen === 'name' ? undefined : (chosen as KeptSort) })}
    />
  );
}
