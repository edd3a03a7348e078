import { Button, Group } from '@mantine/core';
import { spokenNumber } from '@muster/domain/calls/calls/numbers';
import type { MissedCall, SettledCall } from '@muster/domain/calls/calls/schema';
import { Link } from '@tanstack/react-router';
import { moment } from '../../../../lib/format/format.ts';
import { settleMissed } from '../../../../lib/board/missed-calls.ts';
import { RingButton } from '../../../../lib/kit/phone-link.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';

/** A call that nobody took, with what can be done about it. `zone` is the business's. */
export function MissedItem({ call, zone }: { call: MissedCall; zone: string }) {
  const { id, number, name, began_at, times, campaign } = call;
  const { run, isRunning } = useCommand();
  const who = name || (number === null ? 'Withheld number' : spokenNumber(number));
  const settle = (how: SettledCall['how'], done: string) =>
    void run({ what: [id, how], send: (key) => settleMissed(id, how, key), done });
  return (
    <li className="attention__item" data-kind="missed call">
      <Link className="attention__what" to="/calls/$id" params={{ id }}>
        <em>Missed call{times > 1 && `, ${times} times`}</em>
        <b>{who}</b>
        <span>{[moment(began_at, zone), campaign].filter(Boolean).join(' · ')}</span>
      </Link>
      <Group gap={4}>
        {number !== null && <RingButton number={number}>Call {spokenNumber(number)}</RingButton>}
        {number !== null && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={isRunning}
            aria-label={`Rang back ${who}`}
            onClick={() => settle('rang back', `Rang ${who} back.`)}
          >
            Rang back
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="default"
          disabled={isRunning}
          aria-label={`Done with the missed call from ${who}`}
          onClick={() => settle('done', 'Done.')}
        >
          Done
        </Button>
      </Group>
    </li>
  );
}
