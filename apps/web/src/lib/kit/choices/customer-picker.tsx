import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SearchSelect } from '../form/search-select.tsx';
import { type Ref, useState } from 'react';
import { customerChoicesQuery } from '../../choices/customers.ts';

interface CustomerPickerProps {
  value: { id: string; name: string } | null;
  onChange: (customer: { id: string; name: string } | null) => void;
  inputRef?: Ref<HTMLInputElement>;
  label?: string;
  description?: string;
  placeholder?: string;
}

const pauseMs = 150;

/** A customer, found by name, phone, contact or suburb. */
export function CustomerPicker({
  value,
  onChange,
  inputRef,
  label = 'Customer',
  description,
  placeholder = 'Name, phone or suburb',
}: CustomerPickerProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), pauseMs);
  const { data = [], isFetching } = useQuery({
    ...customerChoicesQuery(search),
    placeholderData: keepPreviousData,
  });
  const choices = data.map(({ id, name, suburb, phone }) => ({
    value: id,
    name,
    label: [name, suburb, phone].filter(Boolean).join(' · '),
  }));
  const isKnown = value === null || choices.some((choice) => choice.value === value.id);
  return (
    <SearchSelect
      {...(inputRef && { ref: inputRef })}
      label={label}
      description={description}
      placeholder={placeholder}
      thing="customer"
      clearable
      // What is below it, such as the way to a new customer, stays in sight until somebody searches.
      openOnFocus={false}
      choices={isKnown ? choices : [{ value: value.id, label: value.name }, ...choices]}
      value={value?.id ?? null}
      nothingFoundMessage={search === '' ? undefined : isFetching ? 'Searching…' : 'No results'}
      isSearching={isFetching || search !== typed.trim()}
      onTyped={setTyped}
      onChange={(id) => {
        setTyped('');
        const found = data.find((one) => one.id === id);
        onChange(found ? { id: found.id, name: found.name } : null);
      }}
    />
  );
}
