import { Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../../../lib/api/api.ts';
import { createAttempts } from '../../../../lib/api/attempt.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { Problem } from '../../../../lib/kit/problem.tsx';
import { RowSkeleton } from '../../../../lib/kit/row-skeleton.tsx';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { type Differences, differencesQuery, type Scenario, scenariosQuery, takeOver } from '../api.ts';
import { awayInWords, placeInWords } from '../model/words.ts';

interface TakeOverDialogProps {
  scenario: Scenario;
  zone: string;
  licences: ReactNode;
  onClose: () => void;
  onLeave: () => void;
}

/** What would change on the live board, item by item, with what stands in the way. */
export function TakeOverDialog({ scenario, zone, licences, onClose, onLeave }: TakeOverDialogProps) {
  const { data, error, refetch } = useQuery(differencesQuery(scenario.id));
  return (
    <Modal opened onClose={onClose} size="xl" title={`Take over “${scenario.name}”`}>
      {data ? (
        <Choice
          items={itemsOf(data, zone)}
          differences={data}
          {...{ scenario, licences, onClose, onLeave }}
        />
      ) : error ? (
        <Problem title="Couldn’t load the differences" error={error} onRetry={() => void refetch()} />
      ) : (
        <RowSkeleton rows={6} height={40} />
      )}
    </Modal>
  );
}

interface Item {
  readonly id: string;
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly clash: string | undefined;
  /** Who would have the work. */
  readonly technicians: readonly string[];
}

/** What the live board does not have so already. */
function itemsOf({ visits, absences, names }: Differences, zone: string): Item[] {
  const moved = visits
    .filter(({ is_done }) => !is_done)
    .map(({ visit_id, number, customer, live, after, unfit }) => ({
      id: visit_id,
      title: `${number} ${customer}`,
      from: placeInWords(live, names, zone),
      to: placeInWords(after, names, zone),
      clash: unfit?.[0]?.text,
      technicians: after?.technicians ?? [],
    }));
  const away = absences
    .filter(({ is_done }) => !is_done)
    .map(({ id, before, after, unfit }) => ({
      id,
      title: 'Absence',
      from: awayInWords(before, names, zone),
      to: awayInWords(after, names, zone),
      clash: unfit?.[0]?.text,
      technicians: after ? [after.technician_id] : [],
    }));
  // What stands in the way is read first.
  return [...moved, ...away].toSorted(
    (a, b) => Number(b.clash !== undefined) - Number(a.clash !== undefined),
  );
}

interface ChoiceProps extends Omit<TakeOverDialogProps, 'zone'> {
  items: readonly Item[];
  differences: Differences;
}

function Choice({ scenario, items, differences, licences, onClose, onLeave }: ChoiceProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [attempts] = useState(() => createAttempts());
  const queryClient = useQueryClient();
  const fitting = items.filter(({ clash }) => clash === undefined);
  const chosen = items.filter(({ id, clash }) => clash === undefined && !left.has(id));
  const extra = differences.technicians.filter(({ id }) =>
    chosen.some(({ technicians }) => technicians.includes(id)),
  );
  const isShort = extra.length > differences.free_licences;
  const take = useMutation({
    mutationFn: () => {
      const body = { version: scenario.version, items: chosen.map(({ id }) => id) };
      return takeOver(scenario.id, body, attempts.keyFor(body));
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status !== 0) attempts.settle();
      void queryClient.invalidateQueries(scenariosQuery);
      void queryClient.invalidateQueries(differencesQuery(scenario.id));
    },
  });
  if (take.data) return <Taken count={take.data.row.taken.length} onClose={onClose} onLeave={onLeave} />;

  function toggle(id: string) {
    setLeft((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    );
  }

  return (
    <Stack gap="sm">
      {items.length === 0 && <Text size="sm">There are no differences from the live board.</Text>}
      {items.length > fitting.length && (
        <Text size="sm">
          {items.length - fitting.length} of {items.length} clash with the live board and won’t be taken over.
        </Text>
      )}
      {fitting.length > 1 && (
        <Checkbox
          label={`All that fit (${fitting.length})`}
          checked={chosen.length === fitting.length}
          indeterminate={chosen.length > 0 && chosen.length < fitting.length}
          onChange={({ target }) => setLeft(new Set(target.checked ? [] : fitting.map(({ id }) => id)))}
        />
      )}
      <Stack gap="xs" component="ul" className="scenario__items">
        {items.map(({ id, title, from, to, clash }) => (
          <li key={id}>
            <Checkbox
              label={`${title}: ${to}`}
              description={
                <>
                  On the live board: {from}.{' '}
                  {clash !== undefined && <span className="scenario__clash">Clash: {clash}</span>}
                </>
              }
              disabled={clash !== undefined}
              checked={clash === undefined && !left.has(id)}
              onChange={() => toggle(id)}
            />
          </li>
        ))}
      </Stack>
      {extra.length > 0 && (
        <Text size="sm">
          {extra.map(({ name }) => name).join(' and ')} will be added and{' '}
          {extra.length === 1 ? 'needs a licence' : `need ${extra.length} licences`}.{' '}
          {isShort ? `You have ${differences.free_licences} free.` : ''} {isShort && licences}
        </Text>
      )}
      <Refusal text={take.error?.message} />
      <Group justify="end" gap="xs" className="scenario__footer">
        <ActionButton onClick={onClose}>Cancel</ActionButton>
        <ActionButton
          variant="filled"
          disabled={chosen.length === 0}
          busy={take.isPending}
          onClick={() => take.mutate()}
        >
          Take over {chosen.length}
        </ActionButton>
      </Group>
    </Stack>
  );
}

function Taken({ count, onClose, onLeave }: { count: number } & Pick<ChoiceProps, 'onClose' | 'onLeave'>) {
  return (
    <Stack gap="sm">
      <Text size="sm" component="output">
        {count === 1 ? '1 change is' : `${count} changes are`} now on the live board. Undo there reverses it
        all.
      </Text>
      <Group justify="end" gap="xs">
        <ActionButton onClick={onClose}>Stay here</ActionButton>
        <ActionButton variant="filled" data-autofocus onClick={onLeave}>
          Open the live board
        </ActionButton>
      </Group>
    </Stack>
  );
}
