import { ActionIcon, Alert, Menu } from '@mantine/core';
import type { Technician } from '@muster/domain/work/technicians/schema';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isConflict, isStale } from '../../../../lib/api/api.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import {
  archiveTechnician,
  becomeTechnician,
  editTechnician,
  restoreTechnician,
  technicianQuery,
} from '../api.ts';
import type { TechnicianRecord } from '../api.ts';

type Send = (key: string) => Promise<{ row: Technician; change: number; made: boolean }>;

/** What can be done with a technician as a whole, and why it was refused. */
export function useTechnicianActions(technician: TechnicianRecord) {
  const { id, version, name } = technician;
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const [refusal, setRefusal] = useState<string>();

  async function act(what: string, send: Send, done: string) {
    setRefusal(undefined);
    const row = await run({
      what: [id, version, what],
      send,
      done,
      onRefused(error) {
        // The only thing beside an old version that keeps somebody from being activated is the lack of a licence.
        const isLicences = what === 'activate' && isConflict(error) && !isStale(error);
        if (isLicences) setRefusal(error.message);
        return isLicences;
      },
    });
    if (!row) return;
    queryClient.setQueryData<TechnicianRecord>(
      technicianQuery(id).queryKey,
      (known) => known && { ...known, ...row },
    );
  }

  return {
    isRunning,
    refusal,
    dismiss: () => setRefusal(undefined),
    activate: () =>
      act('activate', (key) => editTechnician(id, { version, is_active: true }, key), `${name} activated.`),
    deactivate: () =>
      act(
        'deactivate',
        (key) => editTechnician(id, { version, is_active: false }, key),
        `${name} deactivated. Their licence is free.`,
      ),
    archive: () => act('archive', (key) => archiveTechnician(id, key), `${name} archived.`),
    restore: () => act('restore', (key) => restoreTechnician(id, key), `${name} restored as inactive.`),
    async become(user: string) {
      const send = (key: string) => becomeTechnician(user, id, key);
      await run({ what: [id, version, 'become'], send, done: 'You see these visits in My day now.' });
      await queryClient.invalidateQueries({ queryKey: technicianQuery(id).queryKey });
    },
  };
}

type Actions = ReturnType<typeof useTechnicianActions>;

interface TechnicianActionsProps {
  technician: TechnicianRecord;
  actions: Actions;
  /** The owner who looks, as long as they are no technician themselves. */
  self: string | undefined;
}

export function TechnicianActions({ technician, actions, self }: TechnicianActionsProps) {
  const { is_active, archived_at, user_id } = technician;
  return (
    <>
      {archived_at !== null ? (
        <ActionButton size="compact-sm" busy={actions.isRunning} onClick={() => void actions.restore()}>
          Restore
        </ActionButton>
      ) : (
        !is_active && (
          <ActionButton size="compact-sm" busy={actions.isRunning} onClick={() => void actions.activate()}>
            Activate
          </ActionButton>
        )
      )}
      {archived_at === null && (
        <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon variant="subtle" c="dimmed" size="lg" aria-label="More actions">
              <MoreIcon />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {self !== undefined && user_id === null && (
              <Menu.Item onClick={() => void actions.become(self)}>This is me</Menu.Item>
            )}
            {is_active && <Menu.Item onClick={() => void actions.deactivate()}>Deactivate</Menu.Item>}
            <Menu.Item onClick={() => void actions.archive()}>Archive</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

/** Why somebody could not be activated, and the way to more licences. */
export function LicenceRefusal({ actions, remedy }: { actions: Actions; remedy: ReactNode }) {
  if (actions.refusal === undefined) return null;
  return (
    <Alert
      color="attention"
      title="No free licences"
      mt="md"
      role="alert"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={actions.dismiss}
    >
      {actions.refusal} {remedy}
    </Alert>
  );
}

/** Three dots, on the grid of the other icons. */
function MoreIcon() {
  return (
    <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
      <path d="M5 10h.1M10 10h.1M15 10h.1" strokeWidth={3} />
    </svg>
  );
}
