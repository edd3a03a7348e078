import { Group, TextInput } from '@mantine/core';
import { timeOf } from '@muster/domain/messages/visit-requests/rules';
import type { ShownVisitRequest } from '@muster/domain/messages/visit-requests/schema';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { acceptRequest, declineRequest, settleRequest } from '../board/visit-requests.ts';
import { ActionButton } from './action-button.tsx';
import { useCommand } from './form/use-command.ts';
import { useFirstFocus } from './form/use-first-focus.ts';

interface RequestActionsProps {
  request: ShownVisitRequest;
  /** Another way to settle it, where the page has one. */
  children?: ReactNode;
}

/** What the office can do about something that a customer asked for or told on the page of a visit. */
export function RequestActions({ request, children }: RequestActionsProps) {
  const { id, version, kind, content, number, customer } = request;
  const { run, isRunning } = useCommand();
  const queryClient = useQueryClient();
  const [isDeclining, setDeclining] = useState(false);
  const first = useFirstFocus(isDeclining);
  const [reply, setReply] = useState('');
  const time = timeOf(content);
  const isAsked = kind === 'another time' || kind === 'cancel';
  const isBookable = kind === 'another time' && time !== '';

  async function decide(
    what: string,
    send: (key: string) => Promise<{ change: number; made: boolean }>,
    done: string,
  ) {
    // Moving or cancelling tells the customer, which whoever presses should know of.
    await run({ what: [id, version, what, reply], send, done, mayMail: what === 'accept' });
    void queryClient.invalidateQueries({ queryKey: ['visit-requests'] });
  }
  const decline = () =>
    void decide(
      'decline',
      (key) => declineRequest(id, reply.trim(), key),
      `Declined. ${customer} reads it on their page.`,
    );

  if (isDeclining)
    return (
      <Group gap={4} align="end" wrap="nowrap">
        <TextInput
          flex={1}
          size="xs"
          label={`What ${customer} reads on their page`}
          placeholder="Optional"
          maxLength={500}
          ref={first}
          value={reply}
          onChange={(event) => setReply(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') decline();
            if (event.key === 'Escape') {
              event.stopPropagation();
              setDeclining(false);
            }
          }}
        />
        <ActionButton size="compact-sm" busy={isRunning} onClick={decline}>
          Decline
        </ActionButton>
      </Group>
    );
  return (
    <Group gap={4}>
      {isBookable && (
        <ActionButton
          size="compact-xs"
          busy={isRunning}
          onClick={() =>
            void decide('accept', (key) => acceptRequest(id, key), `${number} is booked for ${time}.`)
          }
        >
          Book {time}
        </ActionButton>
      )}
      {kind === 'cancel' && (
        <ActionButton
          size="compact-xs"
          busy={isRunning}
          onClick={() => void decide('accept', (key) => acceptRequest(id, key), `${number} is cancelled.`)}
        >
          Cancel the visit
        </ActionButton>
      )}
      {isAsked && children}
      {isAsked && (
        <ActionButton size="compact-xs" busy={isRunning} onClick={() => setDeclining(true)}>
          Decline…
        </ActionButton>
      )}
      <ActionButton
        size="compact-xs"
        busy={isRunning}
        aria-label={`Done with ${number}`}
        onClick={() => void decide('done', (key) => settleRequest(id, key), `${number} done.`)}
      >
        Done
      </ActionButton>
    </Group>
  );
}
