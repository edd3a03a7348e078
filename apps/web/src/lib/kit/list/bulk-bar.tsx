import { Button, CloseButton, Text, VisuallyHidden } from '@mantine/core';
import { type ImportKind, records } from '@muster/domain/records';
import { notify } from '@muster/ui/toast';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api.ts';
import { createAttempts } from '../../api/attempt.ts';
import type { Outcome } from '../../changes/undo.ts';
import { useUndo } from '../../changes/undo.ts';
import { noSelection, type Selection } from './selection.ts';
import './bulk-bar.css';

export interface BulkProps<Row> {
  rows: readonly Row[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
}

/** The rows that are selected, those of them that are archived and those that are not, and how the same is done with each of some. */
export function useSelected<Row extends { id: string; archived_at: string | null }>(
  kind: ImportKind,
  { rows, selection, onSelect }: BulkProps<Row>,
) {
  const { run, isRunning } = useBulk<Row>();
  const selected = rows.filter(({ id }) => selection.ids.has(id));

  /** Does it with these, and says so: "3 technicians archived." What it would change nothing for is left out by the caller. */
  async function apply(some: readonly Row[], send: Bulk<Row>['send'], word: string) {
    const done = (count: number) =>
      count === 1 ? `1 ${records[kind].thing} ${word}.` : `${count} ${kind} ${word}.`;
    if (await run({ rows: some, send, done })) onSelect(noSelection);
  }

  return {
    selected,
    present: selected.filter((row) => row.archived_at === null),
    archived: selected.filter((row) => row.archived_at !== null),
    isRunning,
    apply,
    onClear: () => onSelect(noSelection),
  };
}

interface BulkBarProps {
  count: number;
  onClear: () => void;
  children: ReactNode;
}

/** What can be done with everything that is selected. It says how many that are, also to those who do not see it. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  return (
    <div className="bulk-bar-frame">
      <VisuallyHidden component="output">{count > 0 && `${count} selected`}</VisuallyHidden>
      {count > 0 && (
        <div className="bulk-bar" role="toolbar" aria-label="Selected items">
          <Text fw={600} aria-hidden>
            {count} selected
          </Text>
          <Button.Group>{children}</Button.Group>
          <CloseButton aria-label="Clear selection" onClick={onClear} />
        </div>
      )}
    </div>
  );
}

interface Bulk<Row> {
  rows: readonly Row[];
  send: (row: Row, key: string) => Promise<Outcome>;
  /** What to say: "3 technicians archived." */
  done: (count: number) => string;
}

/**
 * Does the same with each of many records, one after the other. What is refused for one stops at that one and says why; what was
 * done until then can be taken back as one.
 */
export function useBulk<Row extends { id: string }>() {
  const { tell } = useUndo();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async ({ rows, send, done }: Bulk<Row>) => {
      const answers: Outcome[] = [];
      let refusal: string | undefined;
      for (const row of rows) {
        try {
          answers.push(await send(row, createAttempts().keyFor(row.id)));
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          refusal = error.message;
          break;
        }
      }
      if (answers.length > 0) tell(done(answers.length), answers);
      if (refusal !== undefined) notify({ level: 'error', text: refusal, seconds: 10 });
      return refusal === undefined;
    },
  });
  return { run: mutateAsync, isRunning: isPending };
}
