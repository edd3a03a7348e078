import { hasBegun, isOver, type VisitState } from '../visits/states.ts';

export const jobStates = ['open', 'scheduled', 'in progress', 'done', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

export const priorities = ['P1', 'P2', 'P3', 'P4'] as const;

/**
 * Nobody sets the state of a job: it follows from its visits, given in order. One whose last visit could not be completed, or needed
 * a return that was called off, is open again: the customer still waits for something.
 */
export function jobState(visits: readonly VisitState[]): JobState {
  const kept = visits.filter((state) => state !== 'cancelled');
  if (kept.length === 0) return visits.length === 0 ? 'open' : 'cancelled';
  if (kept.every(isOver)) return kept.at(-1) === 'completed' ? 'done' : 'open';
  if (kept.some(hasBegun)) return 'in progress';
  return kept.includes('planned') || kept.includes('dispatched') ? 'scheduled' : 'open';
}

/** "J-1042". */
export function jobNumber(number: number): string {
  return `J-${number}`;
}

/** "J-1042/2". */
export function visitNumber(job: number, visit: number): string {
  return `${jobNumber(job)}/${visit}`;
}

/** The number that somebody means who writes J-1042, j1042 or 1042. */
export function readJobNumber(text: string): number | undefined {
  const digits = /^(?:j-?)?(\d{1,9})$/i.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}
