import { Button, Menu } from '@mantine/core';
import type { ImportKind } from '@muster/domain/records';
import type { ReactNode } from 'react';
import type { Outcome } from '../changes/undo.ts';
import { ActionButton } from './action-button.tsx';
import { useCommand } from './form/use-command.ts';
import { BulkBar, type BulkProps, useSelected } from './list/bulk-bar.tsx';
import { MoreMenu } from './more-menu.tsx';

// What can be done with any record that people keep: put it aside, and bring it back.

type Send<Row> = (id: string, key: string) => Promise<Outcome & { row: Row }>;

interface Kept {
  id: string;
  archived_at: string | null;
}

interface ArchiveActionsProps<Row> {
  record: Kept & { version: number; name: string };
  archive: Send<Row>;
  restore: Send<Row>;
  onDone: (row: Row) => void;
  /** What else can be done with one that is kept: `Menu.Item`s. */
  more?: ReactNode;
}

/** In the drawer of a record. */
export function ArchiveActions<Row>({ record, archive, restore, onDone, more }: ArchiveActionsProps<Row>) {
  const { run, isRunning } = useCommand();
  const { id, version, name, archived_at } = record;

  async function act(what: string, send: Send<Row>, word: string) {
    const done = `${name} ${word}.`;
    const row = await run({ what: [id, version, what], send: (key) => send(id, key), done });
    if (row) onDone(row);
  }

  return archived_at === null ? (
    <MoreMenu>
      {more}
      <Menu.Item onClick={() => void act('archive', archive, 'archived')}>Archive</Menu.Item>
    </MoreMenu>
  ) : (
    <ActionButton size="compact-sm" busy={isRunning} onClick={() => void act('restore', restore, 'restored')}>
      Restore
    </ActionButton>
  );
}

interface BulkArchiveProps<Row> extends BulkProps<Row> {
  kind: ImportKind;
  archive: Send<unknown>;
  restore: Send<unknown>;
}

/** With all that are selected in a list. */
export function BulkArchive<Row extends Kept>({ kind, archive, restore, ...props }: BulkArchiveProps<Row>) {
  const { selected, present, archived, isRunning, apply, onClear } = useSelected(kind, props);
  return (
    <BulkBar count={selected.length} onClear={onClear}>
      {archived.length > 0 && (
        <Button
          disabled={isRunning}
          onClick={() => void apply(archived, ({ id }, key) => restore(id, key), 'restored')}
        >
          Restore
        </Button>
      )}
      {present.length > 0 && (
        <Button
          disabled={isRunning}
          onClick={() => void apply(present, ({ id }, key) => archive(id, key), 'archived')}
        >
          Archive
        </Button>
      )}
    </BulkBar>
  );
}
