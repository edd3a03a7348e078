import { Badge, Button } from '@mantine/core';
import { undoProblem } from '@muster/domain/basics/changes/rules';
import { timeInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { EmptyList } from '../../../../lib/kit/empty-list.tsx';
import { Problem } from '../../../../lib/kit/problem.tsx';
import { RowSkeleton } from '../../../../lib/kit/row-skeleton.tsx';
import { useNow } from '../../../../lib/page/use-now.ts';
import { progressInWords, useLongUndo } from '../../../../lib/changes/long-undo.ts';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { moment } from '../../../../lib/format/format.ts';
import { type Change, historyQuery } from '../api.ts';
import { byDay, dayName } from '../model/by-day.ts';
import { changeParts, type SentencePart } from '../../../../lib/changes/words/change-words.ts';
import type { Words } from '../../../../lib/changes/words/field-words.ts';
import './change-list.css';

interface ChangeListProps {
  filters: Parameters<typeof historyQuery>[0];
  words: Words;
  today: LocalDate;
  /** What to say where nothing has happened. */
  empty: string;
}

/** What happened, the latest first, with the way back. */
export function ChangeList({ filters, words, today, empty }: ChangeListProps) {
  const query = useInfiniteQuery(historyQuery(filters));
  if (query.isPending) return <RowSkeleton rows={8} height={40} label="Loading history" />;
  if (!query.data)
    return (
      <Problem
        title="We couldn’t load the history"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  const changes = changesOf(query.data);
  if (changes.length === 0) return <EmptyList title="No changes to show" text={empty} />;
  return (
    <>
      {byDay(changes, words.zone).map(({ date, changes }) => (
        <section key={date} className="changes" aria-label={dayName(date, today)}>
          <h2>{dayName(date, today)}</h2>
          <ol>
            {changes.map((change) => (
              <Entry key={change.number} change={change} words={words} />
            ))}
          </ol>
        </section>
      ))}
      {query.hasNextPage && (
        <ActionButton
          my="md"
          busy={query.isFetchingNextPage}
          whenReadOnly
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier changes
        </ActionButton>
      )}
    </>
  );
}

function changesOf({ pages }: InfiniteData<{ rows: Change[] }>): Change[] {
  return pages.flatMap(({ rows }) => rows);
}

/** A sentence may say a word twice: each piece is known by its place. */
function inPlaces(parts: readonly SentencePart[]): (SentencePart & { key: string })[] {
  return parts.map((part, place) => ({ ...part, key: `place ${place}` }));
}

/** A piece of the sentence, as the way to what it names where there is one. */
function Part({ text, to, id = '' }: SentencePart) {
  if (to === 'technician')
    return (
      <Link to="/technicians/$id" params={{ id }}>
        {text}
      </Link>
    );
  if (to === 'customer')
    return (
      <Link to="/customers/$id" params={{ id }}>
        {text}
      </Link>
    );
  if (to === 'invoice')
    return (
      <Link to="/invoices/$id" params={{ id }}>
        {text}
      </Link>
    );
  if (to === 'quote')
    return (
      <Link to="/quotes/$id" params={{ id }}>
        {text}
      </Link>
    );
  if (to === 'job')
    return (
      <Link to="/jobs/$number" params={{ number: id }}>
        {text}
      </Link>
    );
  if (to === 'user')
    return (
      <Link to="/history" search={{ user: id }} title={`All changes by ${text}`}>
        {text}
      </Link>
    );
  return text;
}

function Entry({ change, words }: { change: Change; words: Words }) {
  const { undo, isUndoing } = useUndo();
  const [refusal, setRefusal] = useState<{ text: string; undoRest: (() => void) | undefined }>();
  const { at, undone_by, undo_under_way, number } = change;
  // It stays followed after it has ended, so that whoever looks here is told why it failed.
  const [followed, setFollowed] = useState(undo_under_way);
  if (undo_under_way !== null && undo_under_way !== followed) setFollowed(undo_under_way);
  const long = useLongUndo(followed);
  const isUnderWay = long?.state === 'waiting' || long?.state === 'running';
  const parts = changeParts(change, words);
  const text = parts.map((part) => part.text).join('');
  const refused = refusal?.text ?? long?.refusal?.message;
  const canUndo = undoProblem({ kind: change.kind, at: new Date(at) }, new Date(useNow())) === undefined;
  return (
    <li className="changes__one" data-undone={undone_by !== null || undefined}>
      <time dateTime={at} title={moment(at, words.zone)}>
        {timeInWords(minuteAt(at), words.zone)}
      </time>
      <p>
        {inPlaces(parts).map(({ key, ...part }) => (
          <Part key={key} {...part} />
        ))}
      </p>
      {undone_by !== null ? (
        <Badge color="grey">Undone</Badge>
      ) : undo_under_way !== null || isUnderWay ? (
        <span className="changes__under-way">Undoing: {progressInWords(long)}</span>
      ) : canUndo ? (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Undo: ${text}`}
          disabled={isUndoing}
          onClick={() => {
            setRefusal(undefined);
            setFollowed(null);
            undo([number], (text, undoRest) => setRefusal({ text, undoRest }));
          }}
        >
          Undo
        </Button>
      ) : null}
      {refused !== undefined && undone_by === null && (
        <div className="changes__refusal">
          <Refusal text={refused} />
          {refusal?.undoRest && (
            <Button size="compact-sm" variant="light" disabled={isUndoing} onClick={refusal.undoRest}>
              Undo the rest
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
