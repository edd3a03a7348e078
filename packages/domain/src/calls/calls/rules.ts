import { callerNumber } from './numbers.ts';

/** What an exchange tells of a call. */
export const callEventNames = ['ringing', 'answered', 'ended', 'missed'] as const;
export type CallEventName = (typeof callEventNames)[number];

/** answered: they are talking; ended: they have talked; missed: nobody took it, or, of a call of ours, nobody answered. */
export const callStates = ['ringing', 'answered', 'ended', 'missed'] as const;
export type CallStateName = (typeof callStates)[number];

export const callDirections = ['in', 'out'] as const;
export type CallDirection = (typeof callDirections)[number];

export interface CallEvent {
  /** Unique within the connection: a repetition does nothing. */
  readonly id: string;
  /** By what the exchange knows the call. */
  readonly call: string;
  readonly event: CallEventName;
  readonly direction: CallDirection;
  readonly at: Date;
  /** As they came; null: not said. */
  readonly from: string | null;
  readonly to: string | null;
  /** Who answered, in the words of the exchange; null: not said. */
  readonly by: string | null;
}

/** What is known of a call. */
export interface CallFacts {
  readonly direction: CallDirection;
  readonly state: CallStateName;
  /** The other side; null: withheld. */
  readonly number: string | null;
  /** The number of ours. */
  readonly called: string | null;
  readonly by: string;
  readonly began_at: Date;
  readonly answered_at: Date | null;
  readonly ended_at: Date | null;
}

/**
 * What all events of a call come to, whichever came first: who says "answered" is right against whoever says "missed", because a call
 * rings at several phones and is missed at all but one.
 */
export function callOf(events: readonly [CallEvent, ...CallEvent[]]): CallFacts {
  const inOrder = events.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
  const named = (name: CallEventName) => inOrder.filter(({ event }) => event === name);
  const [first] = inOrder;
  const direction = (named('ringing')[0] ?? first!).direction;
  const sides = inOrder.map(({ from, to }) =>
    direction === 'in' ? { theirs: from, ours: to } : { theirs: to, ours: from },
  );
  const known = (numbers: readonly (string | null)[]) =>
    numbers.map(callerNumber).find((one) => one !== null) ?? null;
  const [answered] = named('answered');
  const over = answered ? named('ended').at(-1) : (named('ended').at(-1) ?? named('missed')[0]);
  return {
    direction,
    state: over ? (answered ? 'ended' : 'missed') : answered ? 'answered' : 'ringing',
    number: known(sides.map(({ theirs }) => theirs)),
    called: known(sides.map(({ ours }) => ours)),
    by: named('answered').find(({ by }) => by)?.by ?? '',
    began_at: first!.at,
    answered_at: answered?.at ?? null,
    ended_at: over ? later(over.at, answered?.at) : null,
  };
}

function later(at: Date, than: Date | undefined): Date {
  return than && than > at ? than : at;
}

/** A phone that rings for longer has been forgotten by its exchange. */
export const LONGEST_RING_SECONDS = 180;
/** So long at most somebody who talks is shown to be talking. */
export const LONGEST_TALK_HOURS = 2;
/** The same where nobody tells when they hang up. */
export const UNHEARD_TALK_MINUTES = 5;

/** What is usual until an owner sets something else. */
export const usualCallSettings = { keep_days: 365, ring_with: 'tel' } as const;

/** How long it took from the answer to the end, in seconds; null: it is not over, or nobody answered. */
export function talkSeconds({
  answered_at,
  ended_at,
}: {
  answered_at: string | null;
  ended_at: string | null;
}): number | null {
  if (answered_at === null || ended_at === null) return null;
  return Math.max(0, Math.round((Date.parse(ended_at) - Date.parse(answered_at)) / 1000));
}
