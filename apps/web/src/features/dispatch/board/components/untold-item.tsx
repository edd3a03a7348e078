import { Button, Group } from '@mantine/core';
import { messageNames, sentInWords } from '@muster/domain/messages/customer-messages/rules';
import type { Untold } from '@muster/domain/messages/untold/schema';
import { Link } from '@tanstack/react-router';
import { dismissMessage, sendAgain, useUntoldAgain } from '../../../../lib/board/untold.ts';
import { RingButton } from '../../../../lib/kit/phone-link.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';

interface UntoldItemProps {
  untold: Untold;
  /** Of the business. */
  zone: string;
}

/** A message that did not reach a customer, with what can be done about it. */
export function UntoldItem({ untold, zone }: UntoldItemProps) {
  const { id, version, customer_id, number, kind, customer, name, problem, state, phone } = untold;
  const { run, isRunning } = useCommand();
  const readAgain = useUntoldAgain();

  async function decide(
    what: string,
    send: (key: string) => Promise<{ change: number; made: boolean }>,
    done: string,
  ) {
    await run({ what: [id, version, what], send, done });
    readAgain();
  }

  return (
    <li className="attention__item" data-kind="untold">
      <Link className="attention__what" to="/jobs/$number" params={{ number: number.split('/')[0]! }}>
        <em>{state === 'unknown' ? 'Message may not have arrived' : 'Customer not reached'}</em>
        <b>
          {customer}, {number}
        </b>
        <span>{wordsOf(untold, zone)}</span>
      </Link>
      <Group gap={4}>
        {phone !== '' && (
          <RingButton number={phone}>
            Call {name || customer}: {phone}
          </RingButton>
        )}
        {problem === 'no address' || problem === 'no way' ? (
          <Button
            size="compact-xs"
            variant="default"
            renderRoot={(props) => <Link {...props} to="/customers/$id" params={{ id: customer_id }} />}
          >
            Add an address
          </Button>
        ) : (
          <Button
            size="compact-xs"
            variant="default"
            disabled={isRunning}
            onClick={() =>
              void decide(
                'again',
                (key) => sendAgain(id, key),
                `${messageNames[kind]} sent again to ${customer}.`,
              )
            }
          >
            Send again
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="default"
          disabled={isRunning}
          aria-label={`Dismiss ${messageNames[kind]} of ${number}`}
          onClick={() => void decide('dismiss', (key) => dismissMessage(id, key), 'Dismissed.')}
        >
          Dismiss
        </Button>
      </Group>
    </li>
  );
}

/** "Confirmation for Kim Cole: email to k…@example.com failed: no such mailbox." */
function wordsOf({ kind, name, problem, way, to_address, state, why, at }: Untold, zone: string): string {
  const entry = { contact_id: null, to_address, problem, way, state: state && { name: state, at, why } };
  return `${messageNames[kind]}${name === '' ? '' : ` for ${name}`}: ${sentInWords(entry, zone)}.`;
}
