import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import type { Choice } from './typed-choice.ts';
import { useTypedChoice } from './use-typed-choice.ts';

interface SearchManyProps extends Pick<MultiSelectProps, 'label' | 'aria-label' | 'maxValues'> {
  /** Shown while nothing is chosen. */
  placeholder: string;
  choices: readonly Choice[];
  /** What is chosen here, in one word: "technician". */
  thing: string;
  nothingFound: string;
  value: string[];
  onChange: (value: string[]) => void;
}

/** Several of many, found by typing. */
export function SearchMany(props: SearchManyProps) {
  const { choices, thing, nothingFound, placeholder, value, onChange, ...kit } = props;
  const typed = useTypedChoice({
    choices,
    chosen: value,
    thing,
    isSearching: false,
    onChoose: (one) => onChange([...value, one]),
    onEmptied: () => {},
  });
  return (
    <MultiSelect
      {...kit}
      {...typed.field}
      placeholder={value.length > 0 ? '' : placeholder}
      error={typed.error}
      searchable
      hidePickedOptions
      selectFirstOptionOnChange
      nothingFoundMessage={nothingFound}
      data={choices.map(({ value, label }) => ({ value, label }))}
      value={value}
      onChange={onChange}
      onOptionSubmit={typed.forget}
      searchValue={typed.text ?? ''}
    />
  );
}
