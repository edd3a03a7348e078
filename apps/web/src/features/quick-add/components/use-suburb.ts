import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Suburb, suburbsQuery } from '../../../lib/suburbs.ts';

interface SuburbChoice {
  suburb: Suburb | null;
  setSuburb: (suburb: Suburb | null) => void;
  /** The words that named it, where it is not somebody's choice. */
  words: readonly string[];
}

/** The suburb of something new: the one that the last words name, if there is only one such, until somebody says another. */
export function useSuburb(words: readonly string[], isAsked: boolean): SuburbChoice {
  const said = words.join(' ');
  const [chosen, setChosen] = useState<{ said: string; suburb: Suburb | null }>();
  const two = useNamed(words.slice(-2), isAsked);
  const one = useNamed(words.slice(-1), isAsked);
  const setSuburb = (suburb: Suburb | null) => setChosen({ said, suburb });
  if (chosen?.said === said) return { suburb: chosen.suburb, setSuburb, words: [] };
  if (two) return { suburb: two, setSuburb, words: words.slice(-2) };
  return { suburb: one ?? null, setSuburb, words: one ? words.slice(-1) : [] };
}

function useNamed(words: readonly string[], isAsked: boolean): Suburb | undefined {
  const name = words.join(' ');
  const query = suburbsQuery(name);
  const { data = [] } = useQuery({ ...query, enabled: isAsked && query.enabled });
  const alike = data.filter((suburb) => suburb.name.toLowerCase() === name);
  return alike.length === 1 ? alike[0] : undefined;
}
