import { DAY_MINUTES } from '../../values/minutes.ts';
import type { Progress } from '../assignments/rules.ts';
import type { VisitState } from './states.ts';

/** In minutes: a day. */
export const LONGEST_VISIT = DAY_MINUTES;
export const MOST_CREW = 10;
/** How an item of a check list is answered. */
export const checkKinds = ['tick', 'number', 'text', 'photo'] as const;
export type CheckKind = (typeof checkKinds)[number];

/** What a customer is told of a visit. */
export const messageKinds = [
  'confirmed',
  'changed',
  'another technician',
  'another time',
  'cancelled',
  'reminder',
  'on the way',
  'late',
  'done',
  'could not complete',
] as const;
export type MessageKind = (typeof messageKinds)[number];

/** By which way a business tells its customers something, or that it does not. */
export const messageWays = ['off', 'email', 'text', 'both'] as const;
export type MessageWay = (typeof messageWays)[number];

/** What has become of an email or a text. */
export const sentStates = ['waiting', 'sent', 'delivered', 'failed', 'unknown', 'unsent', 'expired'] as const;
export type SentState = (typeof sentStates)[number];

/** Why a customer who should have been told was not. */
export const messageProblems = [
  'no address',
  'no way',
  'too many',
  'daily limit',
  'opted out',
  'ceiling',
  'not connected',
  'quiet hours',
  'unsent',
] as const;
export type MessageProblem = (typeof messageProblems)[number];

/** What the state of a visit follows from, beside its assignments. */
export interface VisitFacts {
  readonly cancelled_at: string | null;
  readonly outcome: 'completed' | 'needs return' | 'could not complete' | null;
  readonly dispatched_at: string | null;
}

/** Nobody sets the state of a visit: it follows from what is known of it and from the progress of its crew. */
export function visitState(
  { cancelled_at, outcome, dispatched_at }: VisitFacts,
  assignments: readonly { readonly progress: Progress }[],
): VisitState {
  if (cancelled_at !== null) return 'cancelled';
  if (outcome !== null) return outcome;
  if (assignments.length === 0) return 'unscheduled';
  const has = (...wanted: Progress[]) => assignments.some(({ progress }) => wanted.includes(progress));
  // Whoever is done and has not said how it went is still there.
  if (has('on site', 'done')) return 'on site';
  if (has('en route')) return 'en route';
  return dispatched_at === null ? 'planned' : 'dispatched';
}

interface Wanted {
  readonly window_from: string | null;
  readonly window_to: string | null;
  readonly not_before: string | null;
  readonly due_by: string | null;
  readonly on_date: string | null;
  readonly crew_size: number;
  readonly crew_skills: readonly unknown[];
}

/** What is wrong with what a visit asks for, in words; nothing where it is fine. */
export function visitProblem(visit: Wanted): string | undefined {
  const { window_from, window_to, not_before, due_by, on_date, crew_size, crew_skills } = visit;
  if ((window_from === null) !== (window_to === null))
    return 'Enter both a start and an end for the arrival window, or neither.';
  if (window_from !== null && window_to !== null && window_from >= window_to)
    return 'The arrival window must end after it starts.';
  if (not_before !== null && due_by !== null && due_by < not_before)
    return '“Due by” can’t be before “Not before”.';
  if (not_before !== null && on_date !== null && on_date < not_before)
    return 'The agreed day can’t be before “Not before”.';
  if (crew_skills.length > crew_size) return 'You’ve set skills for more people than the crew has.';
  return undefined;
}
