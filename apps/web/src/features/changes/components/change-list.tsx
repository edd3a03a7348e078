import { Badge, Button } from '@mantine/core';
import { undoProblem } from '@muster/domain/changes/rules';
import { timeInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Refusal } from '../../../lib/refusal.tsx';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { Problem } from '../../../lib/kit/problem.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { useUndo } from '../../../lib/undo.ts';
import { moment } from '../../../lib/format.ts';
import { type Change, historyQuery } from '../api.ts';
import { byDay, dayName } from '../model/by-day.ts';
import { changeWords } from '../../../lib/change-words/change-words.ts';
import type { Words } from '../../../lib/change-words/field-words.ts';
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
  if (query.isPending) return <RowSkeleton rows={8} height={40} label="Loading the history" />;
  if (!query.data)
    return (
      <Problem
        title="The history could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  const changes = changesOf(query.data);
  if (changes.length === 0) return <EmptyList title="Nothing here" text={empty} />;
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
        <ActionButton my="md" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show earlier changes
        </ActionButton>
      )}
    </>
  );
}

function changesOf({ pages }: InfiniteData<{ rows: Change[] }>): Change[] {
  return pages.flatMap(({ rows }) => rows);
}

function Entry({ change, words }: { change: Change; words: Words }) {
  const { undo, isUndoing } = useUndo();
  const [refusal, setRefusal] = useState<{ text: string; undoRest: (() => void) | undefined }>();
  const { at, undone_by, number } = change;
  const text = changeWords(change, words);
  const canUndo = undoProblem({ kind: change.kind, at: new Date(at) }, new Date(useNow())) === undefined;
  return (
    <li className="changes__one" data-undone={undone_by !== null || undefined}>
      <time dateTime={at} title={moment(at, words.zone)}>
        {timeInWords(Math.floor(Date.parse(at) / 60_000) as EpochMinutes, words.zone)}
      </time>
      <p>{text}</p>
      {undone_by !== null ? (
        <Badge color="grey">Undone</Badge>
      ) : canUndo ? (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Undo: ${text}`}
          disabled={isUndoing}
          onClick={() => {
            setRefusal(undefined);
            undo([number], (text, undoRest) => setRefusal({ text, undoRest }));
          }}
        >
          Undo
        </Button>
      ) : null}
      {refusal !== undefined && undone_by === null && (
        <div className="changes__refusal">
          <Refusal text={refusal.text} />
          {refusal.undoRest && (
            <Button size="compact-sm" variant="light" disabled={isUndoing} onClick={refusal.undoRest}>
              Undo the rest
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
