import { useDebouncedValue } from '@mantine/hooks';
import type { ItemKind } from '@muster/domain/money/items/fields';
import { priceOf } from '@muster/domain/money/items/rules';
import { centsInWords } from '@muster/domain/values/cents';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { useIsGstRegistered } from '../../choices/gst-registration.ts';
import { itemChoicesQuery, chosenItemQuery } from '../../choices/items.ts';
import { SearchSelect } from '../form/search-select.tsx';

interface ItemPickerProps {
  label: string;
  /** In a row of a list: the label is read out and takes no room. */
  isBare?: boolean;
  description?: string;
  placeholder?: string;
  /** Only items of that kind. */
  kind?: ItemKind;
  value: string | null;
  onChange: (id: string | null) => void;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

const pauseMs = 150;

/** An item of the price list, found by name or code. */
export function ItemPicker(props: ItemPickerProps) {
  const {
    label,
    isBare = false,
    description,
    placeholder = 'Name or code',
    kind,
    value,
    onChange,
    error,
    inputRef,
  } = props;
  const isRegistered = useIsGstRegistered();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), pauseMs);
  const { data = [], isFetching } = useQuery({
    ...itemChoicesQuery(search, kind),
    placeholderData: keepPreviousData,
  });
  const known = useQuery(chosenItemQuery(value)).data?.name;
  const choices = data.map((item) => {
    const price = priceOf(item, isRegistered);
    return {
      value: item.id,
      name: item.name,
      label: [item.name, item.code, price && centsInWords(price.total)].filter(Boolean).join(' · '),
    };
  });
  const isKnown = value === null || choices.some((choice) => choice.value === value);
  return (
    <SearchSelect
      {...(inputRef && { ref: inputRef })}
      {...(isBare ? { 'aria-label': label } : { label })}
      description={description}
      placeholder={placeholder}
      thing="item"
      clearable={!isBare}
      error={error}
      choices={isKnown ? choices : [{ value, label: known ?? '' }, ...choices]}
      value={value}
      nothingFoundMessage={isFetching ? 'Searching…' : 'No results'}
      isSearching={isFetching || search !== typed.trim()}
      onTyped={setTyped}
      onChange={(id) => {
        setTyped('');
        onChange(id);
      }}
    />
  );
}
