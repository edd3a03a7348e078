import { Button, CloseButton, Kbd } from '@mantine/core';
import type { RingingCall } from '@muster/domain/calls/calls/schema';
import { useEffect, useEffectEvent, useState } from 'react';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { isForPage, useSingleKeys } from '../../../../lib/kit/single-keys.ts';
import { useLetters } from '../../../../lib/kit/use-letters.ts';
import { chooseCustomer, takeCall } from '../api.ts';
import { factsOf, numberWords, saidOf, stateWords, whoWords } from '../model/call-words.ts';
import { CallPersonFacts } from './call-person.tsx';
import './call-bar.css';

/** Where the keys of a call lead. */
interface CallWays {
  openCustomer: (id: string) => void;
  newCustomer: (number: string) => void;
  newJob: (whom: { customer: string } | { number: string }) => void;
}

interface CallBarProps extends CallWays {
  calls: readonly RingingCall[];
  user: string;
  /** Whether they add customers and jobs. */
  isPlanner: boolean;
  /** Of the business. */
  zone: string;
}

/**
 * Who is calling, in the bar at the top of every page: over nothing that somebody works on. The keys are about the call that is shown
 * first, the latest that no colleague has; the others wait in the list below it.
 */
export function CallBar({ calls, ...props }: CallBarProps) {
  const { user, isPlanner } = props;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [isOpen, setOpen] = useState(false);
  const [areKeysOn] = useSingleKeys();
  const { decide } = useCommand('calls');
  const isTheirs = ({ taken_by }: RingingCall) => taken_by !== null && taken_by.id !== user;
  const shown = calls
    .filter(({ id }) => !hidden.has(id))
    .toSorted((a, b) => Number(isTheirs(a)) - Number(isTheirs(b)) || (a.began_at < b.began_at ? 1 : -1));
  const [first, ...others] = shown;
  const hide = (id: string) => setHidden(new Set([...hidden, id]));
  const take = (id: string) => void decide({ what: ['take', id], send: (key) => takeCall(id, key) });
  const choose = (id: string, customer: string) =>
    void decide({ what: ['customer', id, customer], send: (key) => chooseCustomer(id, customer, key) });
  const ways = first && waysOf(first, { ...props, showAll: () => setOpen(true) });
  // What is typed right after B waits for its form; after the others nothing opens that would take it.
  useLetters(ways?.book ? { b: ways.book.go } : {});
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!first || event.repeat || !isForPage(event)) return;
    const acts: Record<string, (() => void) | undefined> = {
      o: ways?.open?.go,
      g: canTake(first) ? () => take(first.id) : undefined,
      h: () => hide(first.id),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    setOpen(false);
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const listen = (event: KeyboardEvent) => close(event);
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, [isOpen]);
  const key = (letter: string) =>
    areKeysOn && (
      <Kbd size="xs" aria-hidden>
        {letter}
      </Kbd>
    );
  return (
    <>
      <output className="m-hidden">
        {first && `${saidOf(first)}${others.length > 0 ? ` ${others.length} more.` : ''}`}
      </output>
      {first && (
        <section className="call-bar" aria-label="Calls" data-state={first.state}>
          <button
            type="button"
            className="call-bar__who"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <span className="call-bar__name">
              <b>{whoWords(first)}</b> {first.number !== null && <span>{numberWords(first)}</span>}
              {first.campaign !== '' && <span> · {first.campaign}</span>}
              {others.length > 0 && <em>+{others.length}</em>}
              <span className="m-hidden"> Details</span>
            </span>
            <span className="call-bar__facts">
              {[isOver(first) && stateWords(first), holderOf(first, user), factsOf(first)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </button>
          <span className="call-bar__keys">
            {canTake(first) && (
              <Button
                size="compact-sm"
                variant="filled"
                rightSection={key('G')}
                aria-keyshortcuts="g"
                onClick={() => take(first.id)}
              >
                I’ve got it
              </Button>
            )}
            {ways!.open && (
              <Button
                size="compact-sm"
                variant="default"
                rightSection={key('O')}
                aria-keyshortcuts="o"
                onClick={ways!.open.go}
              >
                {ways!.open.label}
              </Button>
            )}
            {ways!.book && (
              <Button
                size="compact-sm"
                variant="default"
                rightSection={key('B')}
                aria-keyshortcuts="b"
                onClick={ways!.book.go}
              >
                Book a job
              </Button>
            )}
            <CloseButton
              size="sm"
              title="Hide this call (H)"
              aria-label="Hide this call"
              aria-keyshortcuts="h"
              onClick={() => hide(first.id)}
            />
          </span>
          {isOpen && (
            <ul className="call-bar__all" aria-label="Details of the calls">
              {shown.map((call) => (
                <li key={call.id}>
                  <b>{whoWords(call)}</b> {call.number !== null && numberWords(call)} · {stateWords(call)}
                  {holderOf(call, user) && <span> · {holderOf(call, user)}</span>}
                  {call.people.map((person) => (
                    <div key={`${person.customer_id} ${person.contact_id}`} className="call-bar__person">
                      {call.people.length > 1 && <b>{person.name}</b>}
                      <CallPersonFacts person={person} zone={props.zone} />
                      {call.people.length > 1 && isPlanner && (
                        <Button
                          size="compact-xs"
                          variant="light"
                          onClick={() => choose(call.id, person.customer_id)}
                        >
                          It’s {person.name}
                        </Button>
                      )}
                    </div>
                  ))}
                  {call.people.length === 0 && (
                    <p>
                      {call.number === null
                        ? 'The caller’s number is withheld.'
                        : 'No customer has this number.'}
                    </p>
                  )}
                  {call.id !== first.id && <CallButtons call={call} take={take} {...props} />}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </>
  );
}

/** The same for a call that waits behind the first. */
function CallButtons({
  call,
  take,
  ...props
}: Omit<CallBarProps, 'calls'> & { call: RingingCall; take: (id: string) => void }) {
  const { open, book } = waysOf(call, { ...props, showAll: () => {} });
  return (
    <span className="call-bar__keys">
      {canTake(call) && (
        <Button size="compact-xs" variant="light" onClick={() => take(call.id)}>
          I’ve got it
        </Button>
      )}
      {open && (
        <Button size="compact-xs" variant="default" onClick={open.go}>
          {open.label}
        </Button>
      )}
      {book && (
        <Button size="compact-xs" variant="default" onClick={book.go}>
          Book a job
        </Button>
      )}
    </span>
  );
}

function isOver({ state }: RingingCall): boolean {
  return state === 'ended' || state === 'missed';
}

function canTake(call: RingingCall): boolean {
  return call.taken_by === null && !isOver(call);
}

interface Way {
  readonly label: string;
  readonly go: () => void;
}

function waysOf(
  { customer_id, number, matches }: RingingCall,
  {
    isPlanner,
    openCustomer,
    newCustomer,
    newJob,
    showAll,
  }: CallWays & { isPlanner: boolean; showAll: () => void },
): { open: Way | undefined; book: Way | undefined } {
  if (customer_id !== null)
    return {
      open: { label: 'Open', go: () => openCustomer(customer_id) },
      book: isPlanner ? { label: 'Book a job', go: () => newJob({ customer: customer_id }) } : undefined,
    };
  const book = isPlanner ? { label: 'Book a job', go: () => newJob({ number: number ?? '' }) } : undefined;
  if (matches > 1) return { open: { label: 'Who is it?', go: showAll }, book };
  const isNew = number !== null && isPlanner;
  return { open: isNew ? { label: 'New customer', go: () => newCustomer(number) } : undefined, book };
}

/** Who has the call, as a colleague or the exchange has said. */
function holderOf({ taken_by, answered_by, state }: RingingCall, user: string): string {
  if (taken_by) {
    const isOwn = taken_by.id === user;
    if (state === 'ended' || state === 'missed') return `Taken by ${isOwn ? 'you' : taken_by.name}`;
    return isOwn ? 'You have it' : `${taken_by.name} has it`;
  }
  if (state === 'answered') return answered_by === '' ? 'Answered' : `Answered by ${answered_by}`;
  return '';
}
