import { dateInWords } from '../../values/clock-words.ts';
import type { LocalDate } from '../../values/local-time.ts';
import { dateAt, momentOf, timeAt } from '../../values/local-time.ts';
import type { EpochMinutes } from '../../values/minutes.ts';
import { epochMinutes } from '../../values/minutes.ts';
import { minuteOf } from '../assignments/rules.ts';
import type { MessageKind } from './rules.ts';
import type { CustomerMessage } from './schema.ts';
import type { VisitState } from './states.ts';

/** The arrivals that are usually promised. */
export const usualWindows = [
  { from: '07:00', to: '09:00', label: '7–9' },
  { from: '09:00', to: '11:00', label: '9–11' },
  { from: '11:00', to: '13:00', label: '11–1' },
  { from: '13:00', to: '15:00', label: '1–3' },
  { from: '15:00', to: '17:00', label: '3–5' },
] as const;

/** So far around a start that is outside the usual windows. */
const AROUND = 30;

/** What was agreed about the arrival, by the clocks at the site. */
export interface Agreed {
  readonly on_date: string | null;
  readonly window_from: string | null;
  readonly window_to: string | null;
}

/**
 * What a customer is promised who is told of a start: that day, and the window that was agreed before, if the start lies in it; else
 * the usual window around it, and where there is none half an hour before and after it, within the day.
 */
export function promiseAt(start: EpochMinutes, zone: string, before: Agreed): Agreed {
  const on_date = dateAt(start, zone);
  const time = timeAt(start, zone);
  const { window_from, window_to } = before;
  if (window_from !== null && window_to !== null && window_from <= time && time <= window_to)
    return { on_date, window_from, window_to };
  const usual =
    usualWindows.find(({ from, to }) => from <= time && time < to) ??
    usualWindows.find(({ to }) => to === time);
  if (usual) return { on_date, window_from: usual.from, window_to: usual.to };
  const [first, last] = [momentOf(on_date, '00:00', zone), momentOf(on_date, '23:59', zone)];
  return {
    on_date,
    window_from: timeAt(epochMinutes(Math.max(first, start - AROUND)), zone),
    window_to: timeAt(epochMinutes(Math.min(last, start + AROUND)), zone),
  };
}

/** What was mailed of an arrival, and what was agreed when that was sent. */
export type SaidArrival = Pick<
  CustomerMessage,
  'id' | 'kind' | 'from_at' | 'to_at' | 'zone' | 'problem' | 'at' | 'agreed'
>;

/** Whoever says that they are on the way or late promises no other window, and nobody promises anything of what is over. */
const promisesNothing: ReadonlySet<MessageKind> = new Set([
  'on the way',
  'late',
  'done',
  'could not complete',
]);

/** The promise that a visit has, and whether the customer has it from us in writing. */
export interface StandingPromise extends Agreed {
  readonly isTold: boolean;
}

/**
 * What counts is what was said last. What was mailed is a promise from then on, until something else is agreed: then the visit asks
 * for something else than it did when the mail was sent. A cancellation ends it, and so does the word that it has to be another time.
 */
export function standingPromise(own: Agreed, messages: readonly SaidArrival[]): StandingPromise {
  const { on_date, window_from, window_to } = own;
  const agreed = { on_date, window_from, window_to };
  const said = messages
    .filter(({ problem, kind }) => problem === null && !promisesNothing.has(kind))
    .reduce<SaidArrival | undefined>((last, one) => (last && isLater(last, one) ? last : one), undefined);
  if (said === undefined || said.kind === 'cancelled' || said.kind === 'another time')
    return { ...agreed, isTold: false };
  // What was mailed before anybody noted what was agreed then counts where nothing narrower is.
  const isAsSaid = said.agreed === null ? window_from === null : isSame(said.agreed, agreed);
  if (!isAsSaid) return { ...agreed, isTold: false };
  const { zone } = said;
  return { ...windowOf(minuteOf(said.from_at), minuteOf(said.to_at), zone), isTold: true };
}

function isLater(a: SaidArrival, b: SaidArrival): boolean {
  return a.at === b.at ? a.id > b.id : a.at > b.at;
}

function windowOf(from: EpochMinutes, to: EpochMinutes, zone: string): Agreed {
  return { on_date: dateAt(from, zone), window_from: timeAt(from, zone), window_to: timeAt(to, zone) };
}

function isSame(a: Agreed, b: Agreed): boolean {
  return a.on_date === b.on_date && a.window_from === b.window_from && a.window_to === b.window_to;
}

/** "Tue 24 Nov, 9–11 am", "Tue 24 Nov", "9–11 am". */
export function agreedInWords({ on_date, window_from, window_to }: Agreed): string {
  const day = on_date === null ? '' : dateInWords(on_date as LocalDate);
  const time = window_from === null || window_to === null ? '' : windowInWords(window_from, window_to);
  return [day, time].filter(Boolean).join(', ');
}

/** "9–11 am", "11:30 am–1 pm": of two times of a day. */
export function windowInWords(from: string, to: string): string {
  const [first, last] = [clock(from), clock(to)];
  const half = last.slice(-3);
  return `${first.endsWith(half) ? first.slice(0, -3) : first}–${last}`;
}

function clock(time: string): string {
  const [hour, minute] = time.split(':');
  const hours = Number(hour);
  const past = minute === '00' ? '' : `:${minute}`;
  return `${hours % 12 === 0 ? 12 : hours % 12}${past} ${hours < 12 ? 'am' : 'pm'}`;
}

/**
 * Whether what a customer confirmed still holds: the visit asks for that day and arrival, and is not planned for another. A draft of
 * the board is no plan that anybody knows of: until it is dispatched, what was agreed counts.
 */
export function isStillConfirmed(
  confirmed: Agreed,
  visit: Agreed & { readonly state: VisitState },
  start: EpochMinutes | null,
  zone: string,
): boolean {
  const { on_date, window_from, window_to } = confirmed;
  if (start === null || window_from === null || window_to === null) return false;
  const isAsked =
    visit.on_date === on_date && visit.window_from === window_from && visit.window_to === window_to;
  if (!isAsked || visit.state === 'planned') return isAsked;
  const time = timeAt(start, zone);
  return dateAt(start, zone) === on_date && window_from <= time && time <= window_to;
}
