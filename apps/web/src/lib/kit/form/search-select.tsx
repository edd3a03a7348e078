import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import type { Choice } from './typed-choice.ts';
import { useTypedChoice } from './use-typed-choice.ts';
import './search-select.css';

type Kept = 'label' | 'aria-label' | 'placeholder' | 'description' | 'clearable' | 'nothingFoundMessage';

interface SearchSelectProps extends Pick<SelectProps, Kept | 'openOnFocus' | 'ref'> {
  choices: readonly Choice[];
  /** What is chosen here, in one word: "suburb". */
  thing: string;
  value: string | null;
  onChange: (value: string | null) => void;
  error?: string | undefined;
  /** For choices that the server finds: what to search for. */
  onTyped?: (text: string) => void;
  isSearching?: boolean;
}

/** One of many, found by typing. */
export function SearchSelect(props: SearchSelectProps) {
  const { choices, thing, value, onChange, error, onTyped, isSearching = false, ...kit } = props;
  const [isOpen, setOpen] = useState(false);
  const typed = useTypedChoice({
    choices,
    chosen: value === null ? [] : [value],
    thing,
    isSearching,
    onTyped,
    // The kit closes the list only for whoever chooses from it.
    onChoose(taken) {
      setOpen(false);
      onChange(taken);
    },
    onEmptied: () => kit.clearable && onChange(null),
  });
  // Something else was chosen elsewhere: what was typed is about the one before.
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    typed.forget();
  }
  return (
    <Select
      {...kit}
      {...typed.field}
      error={typed.error ?? error}
      searchable
      allowDeselect={false}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      selectFirstOptionOnChange
      classNames={typed.text ? { dropdown: 'search-select' } : {}}
      data={typed.choices.map(({ value, label }) => ({ value, label }))}
      value={value}
      onChange={onChange}
      onOptionSubmit={typed.forget}
      searchValue={typed.text ?? choices.find((one) => one.value === value)?.label ?? ''}
      // The server has searched already, misspellings included.
      {...(onTyped && { filter: ({ options }) => options })}
    />
  );
}
