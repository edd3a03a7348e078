import { Menu, Modal, Group, Stack } from '@mantine/core';
import { jobNumber } from '@muster/domain/work/jobs/rules';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { MoreMenu } from '../../../../lib/kit/more-menu.tsx';
import type { JobRecord } from '../api.ts';
import { archiveJob, cancelJob, editJob, restoreJob } from '../api.ts';
import { CancelForm } from './cancel-form.tsx';
import type { Client } from './client-fields.tsx';
import { ClientFields } from './client-fields.tsx';
import { useJobCache } from './use-job-cache.ts';

type Saved = { row: object; change: number; made: boolean };

/** What can be done with a job as a whole. */
export function JobActions({ job }: { job: JobRecord }) {
  const { run, isRunning } = useCommand();
  const cache = useJobCache(job);
  const [asked, setAsked] = useState<'cancel' | 'place'>();
  const close = () => setAsked(undefined);
  const { id, version, state } = job;
  const name = jobNumber(job.number);

  async function act(what: string, send: (key: string) => Promise<Saved>, done: string) {
    const row = await run({ what: [id, version, what], send, done, mayMail: true });
    cache.readAgain();
    // What was typed stays where it was refused.
    if (row) close();
  }

  if (job.archived_at !== null) {
    return (
      <ActionButton
        size="compact-sm"
        busy={isRunning}
        onClick={() => void act('restore', (key) => restoreJob(id, key), `${name} restored.`)}
      >
        Restore
      </ActionButton>
    );
  }
  return (
    <>
      <MoreMenu>
        <Menu.Item onClick={() => setAsked('place')}>Change customer or site…</Menu.Item>
        <Menu.Item onClick={() => void act('archive', (key) => archiveJob(id, key), `${name} archived.`)}>
          Archive
        </Menu.Item>
        {state !== 'cancelled' && state !== 'done' && (
          <Menu.Item color="danger" onClick={() => setAsked('cancel')}>
            Cancel job…
          </Menu.Item>
        )}
      </MoreMenu>
      <Modal opened={asked === 'cancel'} onClose={close} title={`Cancel ${name}?`}>
        <CancelForm
          label="Cancel job"
          isBusy={isRunning}
          onCancel={(reason) => void act('cancel', (key) => cancelJob(id, reason, key), `${name} cancelled.`)}
          onClose={close}
        />
      </Modal>
      <Modal opened={asked === 'place'} onClose={close} title={`Customer and site of ${name}`}>
        <PlaceForm
          job={job}
          isBusy={isRunning}
          onChange={(place) =>
            void act(JSON.stringify(place), (key) => editJob(id, place, key), `${name} saved.`)
          }
          onClose={close}
        />
      </Modal>
    </>
  );
}

interface PlaceFormProps {
  job: JobRecord;
  isBusy: boolean;
  onChange: (place: { version: number; customer_id: string; site_id: string }) => void;
  onClose: () => void;
}

/** For a job that was written down under the wrong customer, or is to be done at another site. */
function PlaceForm({ job, isBusy, onChange, onClose }: PlaceFormProps) {
  // As it was when the form was opened, so that a colleague's choice is not overwritten without a word.
  const [{ version, customer, site }] = useState(job);
  const [client, setClient] = useState<Client | null>({ ...customer, site_id: site.id });
  const isSame = client?.id === customer.id && client.site_id === site.id;

  function send() {
    if (client === null || client.site_id === null || isSame) return;
    onChange({ version, customer_id: client.id, site_id: client.site_id });
  }

  return (
    <FormFrame label="Change customer or site" isSaving={isBusy} onSubmit={send} onCancel={onClose}>
      <Stack gap="sm">
        <ClientFields value={client} onChange={setClient} />
        <Group gap="xs">
          <ActionButton
            variant="filled"
            busy={isBusy}
            disabled={isSame || client === null || client.site_id === null}
            onClick={send}
          >
            Change
          </ActionButton>
          <ActionButton variant="subtle" onClick={onClose}>
            Cancel
          </ActionButton>
        </Group>
      </Stack>
    </FormFrame>
  );
}
