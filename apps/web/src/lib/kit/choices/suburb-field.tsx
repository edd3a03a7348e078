import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SearchSelect } from '../form/search-select.tsx';
import { type Suburb, suburbsQuery, suburbWords } from '../../choices/suburbs.ts';

interface SuburbFieldProps {
  label: string;
  value: number | null;
  /** What the chosen one is called, as far as the record tells. */
  name: string | null;
  error?: string | undefined;
  onChange: (suburb: Suburb | null) => void;
}

const pauseMs = 120;

/** Found by its beginning, its postcode, or as somebody misspells it. */
export function SuburbField({ label, value, name, error, onChange }: SuburbFieldProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Suburb>();
  const [search] = useDebouncedValue(typed.trim(), pauseMs);
  const query = useQuery({ ...suburbsQuery(search), placeholderData: keepPreviousData });
  const found = search.length > 1 ? (query.data ?? []) : [];
  const current = chosen?.id === value ? suburbWords(chosen) : (name ?? '');
  const choices = found.map((suburb) => ({
    value: String(suburb.id),
    label: suburbWords(suburb),
    name: suburb.name,
  }));
  const isKnown = value === null || choices.some((choice) => choice.value === String(value));

  function choose(id: string | null) {
    const suburb = found.find((one) => String(one.id) === id) ?? null;
    setTyped('');
    setChosen(suburb ?? undefined);
    onChange(suburb);
  }

  return (
    <SearchSelect
      label={label}
      error={error}
      placeholder="Suburb or postcode"
      thing="suburb"
      clearable
      choices={isKnown ? choices : [{ value: String(value), label: current }, ...choices]}
      value={value === null ? null : String(value)}
      nothingFoundMessage={nothingFound(search, query.isFetching, query.isError)}
      isSearching={query.isFetching || search !== typed.trim()}
      onTyped={setTyped}
      onChange={choose}
    />
  );
}

function nothingFound(search: string, isFetching: boolean, isError: boolean): string {
  if (search.length < 2) return 'Type two letters or a postcode';
  if (isFetching) return 'Searching…';
  return isError ? 'We can’t search suburbs right now' : 'No results';
}
