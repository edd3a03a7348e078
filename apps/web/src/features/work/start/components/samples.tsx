import { Alert, List, Text } from '@mantine/core';
import { queryOptions, skipToken, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { addSamples, removeSamples } from '../api.ts';
import './start.css';

/** A week of somebody else's work to try things on. */
export function TrySamples({ freeLicences }: { freeLicences: number }) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();

  async function add() {
    const send = (key: string) => addSamples(key);
    await run({ what: 'samples', send, done: 'Sample technicians, customers and a week of jobs added.' });
    await queryClient.invalidateQueries();
  }

  return (
    <div className="start__samples">
      <Text>
        {freeLicences > 0
          ? 'Want to look around first? Try it with sample technicians and a week of jobs.'
          : 'Sample data needs a free licence, but all of yours are in use.'}
      </Text>
      <ActionButton busy={isRunning} disabled={freeLicences === 0} onClick={() => void add()}>
        Try with sample data
      </ActionButton>
    </div>
  );
}

/** While there are samples: one click takes them away, and says what stays. */
export function SamplesNote() {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();

  async function remove() {
    await run({
      what: 'remove samples',
      send: async (key) => {
        const saved = await removeSamples(key);
        queryClient.setQueryData(keptQuery.queryKey, saved.row.kept);
        return saved;
      },
      done: 'Sample data removed.',
    });
    await queryClient.invalidateQueries();
  }

  return (
    <div className="start__samples">
      <Text>You’re looking at sample data. Change anything you like.</Text>
      <ActionButton busy={isRunning} onClick={() => void remove()}>
        Remove sample data
      </ActionButton>
    </div>
  );
}

type Kept = readonly { table: string; id: string; label: string }[];

/** What the last removal left. Only the answer to it tells, so that nothing is asked for again. */
export const keptQuery = queryOptions<Kept>({
  queryKey: ['samples that were kept'],
  queryFn: skipToken,
});

const keptBecause: Record<string, string> = {
  customers: 'one of your jobs is for them',
  jobs: 'you’ve added notes or files',
  technicians: 'booked for your work, or has a sign-in',
};

/** What real work holds on to is no sample any more. */
export function KeptNote({ kept }: { kept: Kept }) {
  const [isShown, setShown] = useState(true);
  if (!isShown || kept.length === 0) return null;
  return (
    <Alert
      color="info"
      title="Your own work uses some of it"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={() => setShown(false)}
    >
      <Text mb="xs">These stay as your own:</Text>
      <List size="sm">
        {kept.map(({ id, table, label }) => (
          <List.Item key={id}>
            {label} ({keptBecause[table] ?? keptBecause['technicians']})
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
