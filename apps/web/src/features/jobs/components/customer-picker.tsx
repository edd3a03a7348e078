import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { customerChoicesQuery } from '../api.ts';

interface CustomerPickerProps {
  value: { id: string; name: string } | null;
  onChange: (customer: { id: string; name: string } | null) => void;
  inputRef: RefObject<HTMLInputElement | null>;
}

const pauseMs = 150;

/** A customer, found by name, phone, contact or suburb. */
export function CustomerPicker({ value, onChange, inputRef }: CustomerPickerProps) {
  const [typed, setTyped] = useState('');
  // What is chosen stands in the field, and is nothing to search for.
  const [search] = useDebouncedValue(typed === value?.name ? '' : typed.trim(), pauseMs);
  const { data = [], isFetching } = useQuery({
    ...customerChoicesQuery(search),
    placeholderData: keepPreviousData,
  });
  const choices = data.map(({ id, name, suburb, phone }) => ({
    value: id,
    label: [name, suburb, phone].filter(Boolean).join(' · '),
  }));
  const isKnown = value === null || choices.some((choice) => choice.value === value.id);
  return (
    <Select
      ref={inputRef}
      label="Customer"
      placeholder="Name, phone or suburb"
      searchable
      clearable
      data={isKnown ? choices : [{ value: value.id, label: value.name }, ...choices]}
      // The server has searched already.
      filter={({ options }) => options}
      value={value?.id ?? null}
      nothingFoundMessage={isFetching ? 'Searching…' : 'Nobody found'}
      onSearchChange={setTyped}
      onChange={(id) => {
        const found = data.find((one) => one.id === id);
        onChange(found ? { id: found.id, name: found.name } : null);
      }}
    />
  );
}
