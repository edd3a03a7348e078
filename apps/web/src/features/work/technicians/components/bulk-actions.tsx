import { Button } from '@mantine/core';
import { BulkBar, type BulkProps, useSelected } from '../../../../lib/kit/list/bulk-bar.tsx';
import type { TechnicianRow } from '../api.ts';
import { archiveTechnician, editTechnician, restoreTechnician } from '../api.ts';

/** What can be done with those who are selected. Whom it would change nothing for is left out. */
export function BulkActions(props: BulkProps<TechnicianRow>) {
  const { selected, present, archived, isRunning, apply, onClear } = useSelected('technicians', props);
  const resting = present.filter((row) => !row.is_active);
  const active = selected.filter((row) => row.is_active);

  return (
    <BulkBar count={selected.length} onClear={onClear}>
      <Button
        disabled={resting.length === 0 || isRunning}
        onClick={() =>
          void apply(
            resting,
            ({ id, version }, key) => editTechnician(id, { version, is_active: true }, key),
            'activated',
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
            'deactivated',
          )
        }
      >
        Deactivate
      </Button>
      {archived.length > 0 && (
        <Button
          disabled={isRunning}
          onClick={() => void apply(archived, ({ id }, key) => restoreTechnician(id, key), 'restored')}
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
