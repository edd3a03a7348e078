import type { BoardTables } from '@muster/domain/board/schema';
import { nameWords, type Parsed, parseQuickAdd } from '@muster/domain/quick-add/parse';
import { wordsIn } from '@muster/domain/quick-add/sentence';
import type { LocalDate } from '@muster/domain/values/local-time';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type JobType, typesQuery } from '../api.ts';
import { type Answers, entriesOf, type Entry, type Values, valuesOf, workingDayOf } from '../model/draft.ts';

interface Sentence {
  text: string;
  setText: (text: string) => void;
  entries: readonly Entry[];
  values: Values;
  type: JobType | undefined;
  /** The words that may be of a name or a place. */
  names: readonly string[];
  parsed: Parsed;
  choose: (entry: Entry, label: string) => void;
  /** The words of this are meant as they stand: they belong to a name. */
  setPlain: (entry: Entry) => void;
}

/** What somebody types, and what it says. */
export function useSentence(
  tables: BoardTables,
  today: LocalDate,
  [text, setText]: readonly [string, (text: string) => void],
): Sentence {
  const [answers, setAnswers] = useState<Answers>({});
  const [plain, setPlain] = useState<ReadonlySet<string>>(new Set());
  const types = useQuery(typesQuery).data;
  const known = useMemo(
    () => ({
      technicians: tables.technicians.filter(({ is_active }) => is_active),
      types: (types ?? []).filter(({ archived_at }) => archived_at === null),
      skills: tables.skills.filter(({ archived_at }) => archived_at === null),
      workingDay: workingDayOf(tables.business.working_week),
      today,
    }),
    [tables.technicians, tables.skills, tables.business, types, today],
  );
  const parsed = useMemo(() => parseQuickAdd(text, known, plain), [text, known, plain]);
  const names = useMemo(() => nameWords(parsed), [parsed]);
  const typeOf = (id: string | undefined) => types?.find((one) => one.id === id);
  const first = valuesOf(entriesOf(parsed, answers, 0));
  const type = typeOf(first.type);
  const entries = text.trim() === '' ? [] : entriesOf(parsed, answers, type?.duration);
  return {
    text,
    setText,
    entries,
    values: valuesOf(entries),
    type,
    names,
    parsed,
    choose: ({ key }, label) => setAnswers((before) => ({ ...before, [key]: label })),
    setPlain: ({ from }) =>
      setPlain((before) => new Set([...before, ...wordsIn(from).map((word) => word.text)])),
  };
}
