import { Button, Group, Text } from '@mantine/core';
import { spokenNumber } from '@muster/domain/calls/calls/numbers';
import type { RingingCall } from '@muster/domain/calls/calls/schema';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { moment } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { Fact, Facts } from '../../../../lib/kit/drawer/reading.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { PhoneLink, useRinging } from '../../../../lib/kit/phone-link.tsx';
import { chooseCustomer, settleCall } from '../api.ts';
import { numberWords, settledWords, stateWords } from '../model/call-words.ts';
import { CallPersonFacts } from './call-person.tsx';

interface CallDetailProps {
  call: RingingCall;
  /** Of the business. */
  zone: string;
  /** Whether they add customers and jobs. */
  isPlanner: boolean;
}

/** A call of the log: who it was, and what can be done about it. */
export function CallDetail({ call, zone, isPlanner }: CallDetailProps) {
  const { id, direction, number, called, campaign, began_at, answered_by, taken_by, settled, state, people } =
    call;
  const { run, decide, isRunning } = useCommand();
  const isOpen = state === 'missed' && direction === 'in' && settled === null;
  const settle = (how: 'rang back' | 'done') =>
    void run({ what: [id, how], send: (key) => settleCall(id, how, key), done: `${settledWords[how]}.` });
  const typed = number === null ? undefined : { phone: spokenNumber(number) };
  return (
    <>
      <DrawerSection title={direction === 'in' ? 'Call' : 'Call from here'}>
        <Facts>
          <Fact label="When">{moment(began_at, zone)}</Fact>
          <Fact label="Number">
            {number === null ? numberWords(call) : <PhoneLink number={spokenNumber(number)} />}
          </Fact>
          <Fact label="Status">
            {stateWords(call)}
            {settled && ` · ${settledWords[settled]}`}
          </Fact>
          {(called !== null || campaign !== '') && (
            <Fact label="Called">
              {[campaign, called && spokenNumber(called)].filter(Boolean).join(' · ')}
            </Fact>
          )}
          {answered_by !== '' && <Fact label="Answered by">{answered_by}</Fact>}
          {taken_by && <Fact label="Taken by">{taken_by.name}</Fact>}
        </Facts>
        {isOpen && (
          <Group gap="xs" mt="sm">
            {number !== null && (
              <ActionButton busy={isRunning} onClick={() => settle('rang back')}>
                Rang back
              </ActionButton>
            )}
            <ActionButton busy={isRunning} onClick={() => settle('done')}>
              Done
            </ActionButton>
          </Group>
        )}
        {number !== null && isPlanner && <Ring number={spokenNumber(number)} />}
      </DrawerSection>
      {people.map((person) => (
        <DrawerSection
          key={`${person.customer_id} ${person.contact_id}`}
          title={person.contact === '' ? person.name : `${person.contact} · ${person.name}`}
          action={
            people.length > 1 && isPlanner ? (
              <ActionButton
                busy={isRunning}
                onClick={() =>
                  void decide({
                    what: [id, person.customer_id],
                    send: (key) => chooseCustomer(id, person.customer_id, key),
                    done: `The call is ${person.name}’s.`,
                  })
                }
              >
                It was {person.name}
              </ActionButton>
            ) : (
              <Button
                variant="subtle"
                size="compact-sm"
                renderRoot={(root) => (
                  <Link {...root} to="/customers/$id" params={{ id: person.customer_id }} />
                )}
              >
                Open
              </Button>
            )
          }
        >
          <CallPersonFacts person={person} zone={zone} />
        </DrawerSection>
      ))}
      {people.length === 0 && number !== null && (
        <DrawerSection title="Customer">
          <Text c="dimmed">No customer has this number.</Text>
          {isPlanner && (
            <Group gap="xs" mt="sm">
              <Button renderRoot={(root) => <Link {...root} to="/customers/new" state={typed ?? {}} />}>
                New customer
              </Button>
              <Button renderRoot={(root) => <Link {...root} to="/jobs/new" state={typed ?? {}} />}>
                Book a job
              </Button>
            </Group>
          )}
        </DrawerSection>
      )}
    </>
  );
}

/** A call costs money, and rings at somebody's: it is asked for twice. */
function Ring({ number }: { number: string }) {
  const ringing = useRinging(number);
  const [isAsked, setAsked] = useState(false);
  if (!ringing) return null;
  const { office, isRunning, ring } = ringing;
  return (
    <Group gap="xs" mt="sm">
      {isAsked ? (
        <>
          <Text size="sm">
            {spokenNumber(office)} rings first, then {number}.
          </Text>
          <ActionButton
            variant="filled"
            busy={isRunning}
            onClick={() => {
              setAsked(false);
              ring();
            }}
          >
            Ring {number} now
          </ActionButton>
          <ActionButton variant="subtle" onClick={() => setAsked(false)}>
            Cancel
          </ActionButton>
        </>
      ) : (
        <ActionButton onClick={() => setAsked(true)}>Ring from the office phone…</ActionButton>
      )}
    </Group>
  );
}
