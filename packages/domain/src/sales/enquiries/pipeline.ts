import { officeTime } from '../../values/office-time.ts';

/** The way of an enquiry, and the two ways out of it. */
export const enquiryStates = ['new', 'contacted', 'qualified', 'won', 'provisioned', 'lost', 'spam'] as const;
export type EnquiryState = (typeof enquiryStates)[number];

const moves: Record<EnquiryState, readonly EnquiryState[]> = {
  new: ['contacted', 'lost', 'spam'],
  contacted: ['qualified', 'lost', 'spam'],
  qualified: ['won', 'lost', 'spam'],
  won: ['provisioned', 'lost'],
  provisioned: [],
  // What was given up, or mistaken for spam, starts again.
  lost: ['new'],
  spam: ['new'],
};

/** As many cards as a column of the pipeline shows. */
export const SHOWN_CARDS = 50;

/** Where staff can take an enquiry from here. */
export function movesFrom(from: EnquiryState): readonly EnquiryState[] {
  return moves[from];
}

export function mayMove(from: EnquiryState, to: EnquiryState): boolean {
  return moves[from].includes(to);
}

/** A loss is only worth something to those who come later with its reason. */
export function needsReason(to: EnquiryState): boolean {
  return to === 'lost';
}

/** The states in which somebody is waiting for us, and how many business days they should at most. */
const businessDays: Partial<Record<EnquiryState, number>> = { new: 1, contacted: 2, qualified: 2, won: 2 };

export const openStates = enquiryStates.filter((state) => state in businessDays);

const FRIDAY = 5;
/** The hours of the day in which somebody of ours is at work. */
const OPENS_AT = 9;
const CLOSES_AT = 17;

/**
 * When an enquiry that comes into a state now should have been seen to: at the same time of day, so many business days on, and
 * while somebody is at work.
 */
export function nextDue(state: EnquiryState, now: Date): Date | null {
  const days = businessDays[state];
  return days === undefined ? null : afterBusinessDays(days, now);
}

/** When somebody who enquires now has an answer, at the latest. */
export function firstAnswerBy(now: Date): Date {
  return afterBusinessDays(1, now);
}

function afterBusinessDays(days: number, now: Date): Date {
  let due = officeTime(now);
  for (let left = days; left > 0; left--) due = nextBusinessDay(due);
  if (due.hour < OPENS_AT) due = opening(due);
  else if (due.hour >= CLOSES_AT) due = opening(nextBusinessDay(due));
  return new Date(due.epochMilliseconds);
}

function nextBusinessDay(from: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const next = from.add({ days: 1 });
  return next.dayOfWeek <= FRIDAY ? next : nextBusinessDay(next);
}

function opening(day: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return day.withPlainTime({ hour: OPENS_AT });
}

/** Beyond these a date was mistyped. */
const FURTHEST_DUE = { years: 10 };

/** Whether somebody can mean this as a due time. */
export function isDueTime(due: Date, now: Date): boolean {
  if (Number.isNaN(due.getTime())) return false;
  const today = officeTime(now);
  const [earliest, latest] = [today.subtract(FURTHEST_DUE), today.add(FURTHEST_DUE)];
  return due.getTime() >= earliest.epochMilliseconds && due.getTime() <= latest.epochMilliseconds;
}

/** The year that is in a reference. */
export function officeYear(now: Date): number {
  return officeTime(now).year;
}

export function isOverdue(state: EnquiryState, due: Date | null, now: Date): boolean {
  return openStates.includes(state) && due !== null && due.getTime() < now.getTime();
}
