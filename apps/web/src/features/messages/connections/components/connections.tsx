import { Badge, Button, Text } from '@mantine/core';
import { serviceLine, sharedWith } from '@muster/domain/messages/connections/rules';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { moment } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { EmptyList } from '../../../../lib/kit/empty-list.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { RowItem, Rows } from '../../../../lib/kit/rows/rows.tsx';
import {
  type ConnectionRow,
  connectionsQuery,
  disconnect,
  type OperatorServiceRow,
  pauseConnection,
  resumeConnection,
  testConnection,
} from '../api.ts';
import { EditTextService, NewTextService } from './text-service-form.tsx';
import './connections.css';

/** What a business exchanges data with, how each is doing, and what each of them gets. */
export function Connections({ connections }: { connections: readonly ConnectionRow[] }) {
  const isTextMissing = !connections.some(({ kind }) => kind === 'smpp' || kind === 'twilio');
  return (
    <section className="connections" aria-labelledby="connections">
      <h2 id="connections">Your connections</h2>
      {connections.length === 0 ? (
        <EmptyList
          title="Nothing is connected yet"
          text="A webhook tells another program whenever something changes, and a text service sends your texts. They appear here once you add them."
          action={
            <Button component={Link} to="/settings/integrations">
              Add a webhook
            </Button>
          }
        />
      ) : (
        <Rows label="Connections">
          {connections.map((connection) => (
            <ConnectionEntry key={connection.id} connection={connection} />
          ))}
        </Rows>
      )}
      {isTextMissing && <NewTextService />}
    </section>
  );
}

function ConnectionEntry({ connection }: { connection: ConnectionRow }) {
  const { id, address, status, test } = connection;
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const [isAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isText = connection.kind === 'smpp' || connection.kind === 'twilio';
  const isStripe = connection.kind === 'stripe';
  const isCalls =
    connection.kind === 'calls' || connection.kind === 'twilio calls' || connection.kind === 'sip';
  const isOff = status === 'paused' || status === 'stopped';

  async function act(what: string, send: (id: string, key: string) => Promise<unknown>, done?: string) {
    await decide({
      what: [id, what, test?.at],
      send: (key) => send(id, key),
      ...(done !== undefined && { done }),
    });
    await queryClient.invalidateQueries({ queryKey: connectionsQuery.queryKey });
  }

  return (
    <RowItem
      title={
        <>
          {address}
          <StatusBadge status={status} />
        </>
      }
      about={
        <>
          {kindNames[connection.kind]} · <State connection={connection} />
        </>
      }
      aside={
        isAsked ? (
          <>
            <ActionButton
              color="danger"
              variant="filled"
              busy={isRunning}
              whenReadOnly
              onClick={() => void act('disconnect', disconnect, 'The connection is removed.')}
            >
              Disconnect permanently
            </ActionButton>
            <ActionButton variant="subtle" onClick={() => setAsked(false)}>
              Keep it
            </ActionButton>
          </>
        ) : (
          <>
            {isStripe || isCalls ? null : isText ? (
              <ActionButton
                aria-expanded={isOpen}
                aria-label={`Edit ${address}`}
                onClick={() => setOpen(!isOpen)}
              >
                Edit
              </ActionButton>
            ) : connection.kind === 'xero' ? (
              <Button component={Link} to="/settings/accounting">
                {status === 'reconnect' ? 'Reconnect' : 'Open'}
              </Button>
            ) : (
              <ActionButton
                busy={isRunning || test?.state === 'running'}
                aria-label={`Test ${address}`}
                onClick={() => void act('test', testConnection)}
              >
                Test
              </ActionButton>
            )}
            <ActionButton
              busy={isRunning}
              whenReadOnly={!isOff}
              aria-label={`${isOff ? 'Resume' : 'Pause'} ${address}`}
              onClick={() =>
                void (isOff
                  ? act('resume', resumeConnection, resumedWords[connection.kind])
                  : act('pause', pauseConnection, pausedWords[connection.kind]))
              }
            >
              {isOff ? 'Resume' : 'Pause'}
            </ActionButton>
            <ActionButton aria-label={`Disconnect ${address}`} onClick={() => setAsked(true)}>
              Disconnect
            </ActionButton>
          </>
        )
      }
    >
      <Text size="sm">{sharedWith(connection)}</Text>
      <Text component="output" display="block" size="sm">
        {testLine(test)}
      </Text>
      {isText && isOpen && <EditTextService connection={connection} onDone={() => setOpen(false)} />}
    </RowItem>
  );
}

const kindNames = {
  webhook: 'Webhook',
  smpp: 'Text service (SMPP)',
  twilio: 'Text service (Twilio)',
  xero: 'Accounting (Xero)',
  stripe: 'Card payments (Stripe)',
  calls: 'Calls (phone system)',
  'twilio calls': 'Calls (Twilio)',
  sip: 'Calls (SIP)',
} as const;

const noCalls = 'The connection is paused. Nobody sees who is calling until you resume it.';
const pausedWords = {
  webhook: 'The connection is paused. Changes wait until you resume it.',
  smpp: 'The connection is paused. No texts are sent until you resume it.',
  twilio: 'The connection is paused. No texts are sent until you resume it.',
  xero: 'The connection is paused. Invoices and payments wait until you resume it.',
  stripe: 'Card payments are paused. Customers can’t pay by card until you resume them.',
  calls: noCalls,
  'twilio calls': noCalls,
  sip: noCalls,
} as const;

const goesOn = 'The connection is on. We’ll send what was waiting.';
const resumedWords = {
  webhook: goesOn,
  smpp: goesOn,
  twilio: goesOn,
  xero: goesOn,
  stripe: 'Card payments are on.',
  calls: 'The connection is on.',
  'twilio calls': 'The connection is on.',
  sip: 'The connection is on.',
} as const;

const waitingWords = {
  webhook: 'Changes wait until you resume it.',
  smpp: 'What was waiting goes on when you resume it. No new texts are taken.',
  twilio: 'What was waiting goes on when you resume it. No new texts are taken.',
  xero: 'Invoices and payments wait until you resume it.',
  stripe: 'Customers can’t pay by card until you resume it.',
  calls: 'Nobody sees who is calling until you resume it.',
  'twilio calls': 'Nobody sees who is calling until you resume it.',
  sip: 'Nobody sees who is calling until you resume it.',
} as const;

const badges = {
  on: ['ok', 'On'],
  retrying: ['attention', 'Retrying'],
  broken: ['danger', 'Not working'],
  paused: ['grey', 'Paused'],
  stopped: ['danger', 'Stopped'],
  reconnect: ['danger', 'Reconnect'],
} as const;

function StatusBadge({ status }: Pick<ConnectionRow, 'status'>) {
  const [color, word] = badges[status];
  return <Badge color={color}>{word}</Badge>;
}

function State({
  connection: { kind, status, error, worked_at, failing_since, waits_until },
}: {
  connection: ConnectionRow;
}) {
  if (status === 'reconnect' && kind === 'xero')
    return 'Xero no longer lets Muster in. Reconnect to go on where it stopped.';
  if (status === 'reconnect' && kind === 'stripe')
    return 'This server can’t read its key anymore. Enter a key again below to reconnect.';
  if (status === 'reconnect' && kind === 'calls')
    return 'This server can’t read its secret anymore. Disconnect it and connect it again.';
  if (status === 'reconnect' && kind !== 'webhook')
    return 'This server can’t read its password anymore. Choose Edit and enter it again to go on.';
  if (status === 'reconnect')
    return (
      <>
        This server can’t read its secret anymore. <Link to="/settings/integrations">Get a new secret</Link>{' '}
        to go on.
      </>
    );
  if (status === 'stopped') return `${error} Resume it when that’s fixed.`;
  if (status === 'paused') return waitingWords[kind];
  // It works, and is of no use.
  if (status === 'broken' && failing_since === null) return error;
  if (failing_since !== null) {
    const next = waits_until === null ? '' : ` We’ll try again ${moment(waits_until)}.`;
    return `${error} ${kind === 'webhook' ? 'Nothing has arrived' : 'It hasn’t worked'} since ${moment(failing_since)}.${next}`;
  }
  if (kind === 'stripe' && worked_at === null) return 'Stripe hasn’t been asked yet.';
  if (kind === 'calls' && worked_at === null) return 'No call has been heard yet.';
  if (kind === 'twilio calls' && worked_at === null) return 'No call has been heard yet.';
  if (kind === 'sip' && worked_at === null) return 'It hasn’t registered yet.';
  return worked_at === null ? 'Nothing has been sent yet.' : `Last worked ${moment(worked_at)}.`;
}

function testLine(test: ConnectionRow['test']): string {
  if (test === null) return '';
  if (test.state === 'running') return 'Testing…';
  return test.state === 'arrived'
    ? `The test arrived ${moment(test.at)}.`
    : `The test on ${moment(test.at)} failed: ${test.error}`;
}

/** What everybody's data goes through, as whoever runs the server has set it up. */
export function OperatorServices({ services }: { services: readonly OperatorServiceRow[] }) {
  return (
    <section className="connections" aria-labelledby="operator-services">
      <h2 id="operator-services">Used by this server</h2>
      {services.length === 0 ? (
        <Text c="dimmed">Nothing. Your data stays on this server.</Text>
      ) : (
        <>
          <Text c="dimmed">Whoever runs this server has set these up for every business on it.</Text>
          <Rows label="Used by this server">
            {services.map(serviceLine).map(({ name, gets }) => (
              <RowItem key={name} title={name} about={gets} />
            ))}
          </Rows>
        </>
      )}
    </section>
  );
}
