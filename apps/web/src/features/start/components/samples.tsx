import { Alert, List, Text } from '@mantine/core';
import { queryOptions, skipToken, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { addSamples, removeSamples } from '../api.ts';
import './start.css';

/** A week of somebody else's work to try things on. */
export function TrySamples({ freeLicences }: { freeLicences: number }) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();

  async function add() {
    const send = (key: string) => addSamples(key);
    await run({ what: 'samples', send, done: 'Sample technicians, customers and a week of jobs are here.' });
    await queryClient.invalidateQueries();
  }

  return (
    <div className="start__samples">
      <Text>
        {freeLicences > 0
          ? 'Rather look around first? Try it with sample people and a week of work.'
          : 'Sample data needs a free licence, and all of yours are in use.'}
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
      done: 'The sample data is gone.',
    });
    await queryClient.invalidateQueries();
  }

  return (
    <div className="start__samples">
      <Text>You are looking at sample data. Change whatever you like.</Text>
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
  customers: 'a job of yours is for them',
  jobs: 'you have noted or attached something there',
  technicians: 'booked for your work, or signs in',
};

/** What real work holds on to is no sample any more. */
export function KeptNote({ kept }: { kept: Kept }) {
  const [isShown, setShown] = useState(true);
  if (!isShown || kept.length === 0) return null;
  return (
    <Alert
      color="info"
      title="Your own work needs some of it"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={() => setShown(false)}
    >
      <Text mb="xs">These stay, and are yours now:</Text>
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
