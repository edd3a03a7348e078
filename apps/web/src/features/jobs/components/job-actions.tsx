import { Menu, Modal } from '@mantine/core';
import { jobNumber } from '@muster/domain/jobs/rules';
import { useState } from 'react';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { MoreMenu } from '../../../lib/kit/more-menu.tsx';
import { archiveJob, cancelJob, editJob, type JobRecord, restoreJob } from '../api.ts';
import { CancelForm } from './cancel-form.tsx';
import { PlaceForm } from './place-form.tsx';
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
    const row = await run({ what: [id, version, what], send, done });
    cache.readAgain();
    // What was typed stays where it was refused.
    if (row) close();
  }

  if (job.archived_at !== null) {
    return (
      <ActionButton
        size="compact-sm"
        busy={isRunning}
        onClick={() => void act('restore', (key) => restoreJob(id, key), `${name} is back.`)}
      >
        Restore
      </ActionButton>
    );
  }
  return (
    <>
      <MoreMenu>
        <Menu.Item onClick={() => setAsked('place')}>Another customer or site…</Menu.Item>
        <Menu.Item onClick={() => void act('archive', (key) => archiveJob(id, key), `${name} is archived.`)}>
          Archive
        </Menu.Item>
        {state !== 'cancelled' && state !== 'done' && (
          <Menu.Item color="danger" onClick={() => setAsked('cancel')}>
            Cancel the job…
          </Menu.Item>
        )}
      </MoreMenu>
      <Modal opened={asked === 'cancel'} onClose={close} title={`Cancel ${name}?`}>
        <CancelForm
          label="Cancel the job"
          isBusy={isRunning}
          onCancel={(reason) =>
            void act('cancel', (key) => cancelJob(id, reason, key), `${name} is cancelled.`)
          }
          onClose={close}
        />
      </Modal>
      <Modal opened={asked === 'place'} onClose={close} title={`Whom ${name} is for, and where`}>
        <PlaceForm
          job={job}
          isBusy={isRunning}
          onChange={(place) =>
            void act(JSON.stringify(place), (key) => editJob(id, place, key), `${name} is saved.`)
          }
          onClose={close}
        />
      </Modal>
    </>
  );
}
