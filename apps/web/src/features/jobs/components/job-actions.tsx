import { Menu, Modal } from '@mantine/core';
import { jobNumber } from '@muster/domain/jobs/rules';
import { useState } from 'react';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { MoreMenu } from '../../../lib/kit/more-menu.tsx';
import { archiveJob, cancelJob, type JobRecord, restoreJob } from '../api.ts';
import { CancelForm } from './cancel-form.tsx';
import { useJobCache } from './use-job-cache.ts';

/** What can be done with a job as a whole. */
export function JobActions({ job }: { job: JobRecord }) {
  const { run, isRunning } = useCommand();
  const cache = useJobCache(job);
  const [isCancelling, setCancelling] = useState(false);
  const { id, version, state } = job;
  const name = jobNumber(job.number);

  async function act(what: string, send: (key: string) => Promise<{ change: number }>, done: string) {
    await run({ what: [id, version, what], send, done });
    cache.readAgain();
    setCancelling(false);
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
        <Menu.Item onClick={() => void act('archive', (key) => archiveJob(id, key), `${name} is archived.`)}>
          Archive
        </Menu.Item>
        {state !== 'cancelled' && state !== 'done' && (
          <Menu.Item color="danger" onClick={() => setCancelling(true)}>
            Cancel the job…
          </Menu.Item>
        )}
      </MoreMenu>
      <Modal opened={isCancelling} onClose={() => setCancelling(false)} title={`Cancel ${name}?`}>
        <CancelForm
          label="Cancel the job"
          isBusy={isRunning}
          onCancel={(reason) =>
            void act('cancel', (key) => cancelJob(id, reason, key), `${name} is cancelled.`)
          }
          onClose={() => setCancelling(false)}
        />
      </Modal>
    </>
  );
}
