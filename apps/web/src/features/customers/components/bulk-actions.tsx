import { Button } from '@mantine/core';
import { BulkBar } from '../../../lib/kit/list/bulk-bar.tsx';
import { noSelection, type Selection } from '../../../lib/kit/list/selection.ts';
import { useBulk } from '../../../lib/kit/list/use-bulk.ts';
import { archiveCustomer, type CustomerRow, restoreCustomer } from '../api.ts';

interface BulkActionsProps {
  rows: readonly CustomerRow[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
}

/** What can be done with those who are selected. */
export function BulkActions({ rows, selection, onSelect }: BulkActionsProps) {
  const { run, isRunning } = useBulk<CustomerRow>();
  const selected = rows.filter(({ id }) => selection.ids.has(id));
  const present = selected.filter((row) => row.archived_at === null);
  const archived = selected.filter((row) => row.archived_at !== null);

  async function apply(
    subset: readonly CustomerRow[],
    send: (id: string, key: string) => Promise<{ change: number; made: boolean }>,
    word: string,
  ) {
    const isDone = await run({
      rows: subset,
      send: ({ id }, key) => send(id, key),
      done: (count) => (count === 1 ? `One customer is ${word}.` : `${count} customers are ${word}.`),
    });
    if (isDone) onSelect(noSelection);
  }

  return (
    <BulkBar count={selected.length} onClear={() => onSelect(noSelection)}>
      {archived.length > 0 && (
        <Button disabled={isRunning} onClick={() => void apply(archived, restoreCustomer, 'back')}>
          Restore
        </Button>
      )}
      {present.length > 0 && (
        <Button disabled={isRunning} onClick={() => void apply(present, archiveCustomer, 'archived')}>
          Archive
        </Button>
      )}
    </BulkBar>
  );
}
