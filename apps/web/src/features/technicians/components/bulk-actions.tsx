import { Button } from '@mantine/core';
import { BulkBar } from '../../../lib/kit/list/bulk-bar.tsx';
import { noSelection, type Selection } from '../../../lib/kit/list/selection.ts';
import { useBulk } from '../../../lib/kit/list/use-bulk.ts';
import { archiveTechnician, editTechnician, restoreTechnician } from '../api.ts';
import type { TechnicianRow } from '../api.ts';

interface BulkActionsProps {
  rows: readonly TechnicianRow[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
}

/** What can be done with those who are selected. Whom it would change nothing for is left out. */
export function BulkActions({ rows, selection, onSelect }: BulkActionsProps) {
  const { run, isRunning } = useBulk<TechnicianRow>();
  const selected = rows.filter(({ id }) => selection.ids.has(id));
  const resting = selected.filter((row) => !row.is_active && row.archived_at === null);
  const active = selected.filter((row) => row.is_active);
  const present = selected.filter((row) => row.archived_at === null);
  const archived = selected.filter((row) => row.archived_at !== null);

  async function apply(
    subset: readonly TechnicianRow[],
    send: (row: TechnicianRow, key: string) => Promise<{ change: number; made: boolean }>,
    word: string,
  ) {
    const isDone = await run({
      rows: subset,
      send,
      done: (count) => (count === 1 ? `One technician is ${word}.` : `${count} technicians are ${word}.`),
    });
    if (isDone) onSelect(noSelection);
  }

  return (
    <BulkBar count={selected.length} onClear={() => onSelect(noSelection)}>
      <Button
        disabled={resting.length === 0 || isRunning}
        onClick={() =>
          void apply(
            resting,
            ({ id, version }, key) => editTechnician(id, { version, is_active: true }, key),
            'active now',
          )
        }
      >
        Activate
      </Button>
      <Button
        disabled={active.length === 0 || isRunning}
        onClick={() =>
          void apply(
            active,
            ({ id, version }, key) => editTechnician(id, { version, is_active: false }, key),
            'inactive now',
          )
        }
      >
        Deactivate
      </Button>
      {archived.length > 0 && (
        <Button
          disabled={isRunning}
          onClick={() => void apply(archived, ({ id }, key) => restoreTechnician(id, key), 'back')}
        >
          Restore
        </Button>
      )}
      <Button
        disabled={present.length === 0 || isRunning}
        onClick={() => void apply(present, ({ id }, key) => archiveTechnician(id, key), 'archived')}
      >
        Archive
      </Button>
    </BulkBar>
  );
}
