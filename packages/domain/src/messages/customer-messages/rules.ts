import { dayInWords, timeInWords } from '../../values/clock-words.ts';
import { listInWords } from '../../values/words.ts';
import type { LocalDate, LocalTime } from '../../values/local-time.ts';
import { addDays, dateAt, momentOf, timeAt } from '../../values/local-time.ts';
import type { EpochMinutes } from '../../values/minutes.ts';
import { epochMinutes, minutes, minutesAfter } from '../../values/minutes.ts';
import { minuteOf } from '../../work/assignments/rules.ts';
import type { MessageKind, MessageProblem, SentState } from '../../work/visits/rules.ts';
import type { CustomerMessage, VisitRecord } from '../../work/visits/schema.ts';
import { isOver, type VisitState } from '../../work/visits/states.ts';

/** How long a visit has to be left alone before its customer is told: an undo in that time costs nobody a mail. */
export const MESSAGE_WAIT_SECONDS = 60;

/** As long as the windows that are offered by default. */
const ARRIVAL = minutes(120);

/** Somebody who says now that they set out longer ago than this is telling what was. */
const NEWS_MINUTES = 30;

/** How the work went is news for the rest of the day: a phone may find reception late, and paperwork is done later still. */
const ENDED_NEWS_MINUTES = 12 * 60;

/** Whoever has heard of a visit this shortly before the hour of reminders, or since, needs none. */
export const REMINDED_BY_NEWS_MINUTES = 4 * 60;

/** When a customer can expect somebody to arrive. */
export interface Arrival {
  readonly from: EpochMinutes;
  readonly to: EpochMinutes;
}

interface Promised {
  readonly on_date: string | null;
  readonly window_from: string | null;
  readonly window_to: string | null;
}

/**
 * What was promised, as long as the visit is planned for it. Otherwise two hours from the full hour before the start, as the clocks
 * at the site show it: whoever is moved by some minutes keeps the same promise.
 */
export function arrivalOf(promised: Promised, start: EpochMinutes, zone: string): Arrival {
  const { on_date, window_from, window_to } = promised;
  const date = dateAt(start, zone);
  if (window_from !== null && window_to !== null && (on_date ?? date) === date) {
    const [from, to] = [window_from, window_to].map((time) =>
      momentOf(date satisfies LocalDate, time as LocalTime, zone),
    ) as [EpochMinutes, EpochMinutes];
    if (from <= start && start <= to) return { from, to };
  }
  const from = minutesAfter(start, minutes(-Number(timeAt(start, zone).slice(3))));
  return { from, to: minutesAfter(from, ARRIVAL) };
}

/** What a customer was told last. */
export interface Told extends Arrival {
  readonly kind: MessageKind;
  /** Whom they expect; null where nobody was named. */
  readonly technician: string | null;
  /** When somebody was said to arrive who runs late. */
  readonly expected: EpochMinutes | null;
}

/** The same, with when it was sent. */
export interface ToldBefore extends Told {
  readonly at: EpochMinutes;
}

/** Somebody has said that the customer is to hear of a delay. */
export interface LateWord {
  readonly expected: EpochMinutes;
  readonly saidAt: EpochMinutes;
}

export interface VisitNow {
  readonly state: VisitState;
  /** None where nobody comes. */
  readonly arrival: Arrival | undefined;
  /** As it is planned. */
  readonly start?: EpochMinutes | undefined;
  readonly enRouteAt: EpochMinutes | undefined;
  /** Whether it was moved after whoever is on the way has set out. */
  readonly isAstray?: boolean;
  /** The one who leads. */
  readonly technician: string | null;
  /** As it stands: nothing where it was taken back, or means nothing any more. */
  readonly late?: LateWord | undefined;
  /** Whether the business confirms what is agreed before it is dispatched, and this is. */
  readonly isConfirmedEarly?: boolean;
  /** What was agreed with the customer, by whatever way. */
  readonly agreed?: Arrival | undefined;
  /** When the work ended, in one way or another; none where it was entered afterwards. */
  readonly endedAt?: EpochMinutes | undefined;
}

/** Whether the business tells customers that. */
export type Tells = (kind: MessageKind) => boolean;

const tellsAll: Tells = () => true;

/** What ends an expectation: whoever was told that is not waiting for anybody any more. */
const endings: ReadonlySet<MessageKind> = new Set([
  'cancelled',
  'another time',
  'done',
  'could not complete',
]);

/** What there is to be told, with what it replaces. */
export interface MessageDue extends Told {
  readonly was?: Arrival;
}

/**
 * The difference between what a customer was told last and what is true now. So it does not matter how often, by which way and in
 * which order a visit was changed in between; and nothing is said of what is over.
 */
export function messageDue(
  told: ToldBefore | undefined,
  visit: VisitNow,
  now: EpochMinutes,
  tells: Tells = tellsAll,
): MessageDue | undefined {
  const due = differenceIn(told ?? agreedAsTold(visit, tells), visit, now, tells);
  return due && tells(due.kind) ? due : undefined;
}

/** Where nothing is confirmed, customers count on what was agreed with them. */
function agreedAsTold({ agreed }: VisitNow, tells: Tells): ToldBefore | undefined {
  if (agreed === undefined || tells('confirmed')) return undefined;
  return { ...arrivalIn(agreed), kind: 'confirmed', technician: null, expected: null, at: EARLIEST };
}

const EARLIEST = epochMinutes(0);

function differenceIn(
  told: ToldBefore | undefined,
  visit: VisitNow,
  now: EpochMinutes,
  tells: Tells,
): MessageDue | undefined {
  const { arrival, technician } = visit;
  const state = stateToTell(visit);
  const expected = told && endings.has(told.kind) ? undefined : told;
  // What the business takes off its board is still to be done, at another time; what is cancelled is not.
  if (state === 'unscheduled' || state === 'cancelled')
    return expected && expected.to > now
      ? {
          ...arrivalIn(expected),
          technician: expected.technician,
          expected: null,
          kind: state === 'cancelled' ? 'cancelled' : 'another time',
        }
      : undefined;
  if (arrival === undefined) return undefined;
  const due = { ...arrival, technician, expected: null };
  if (isOver(state)) {
    const kind = endingDue(told, visit, now);
    return kind && { ...due, kind };
  }
  const late = lateToTell(expected, visit, now);
  if (state === 'en route') {
    const isNews = visit.enRouteAt !== undefined && now - visit.enRouteAt <= NEWS_MINUTES;
    if (isNews && tells('on the way') && !saysOnTheWay(expected, visit.enRouteAt))
      return { ...due, kind: 'on the way', expected: visit.late?.expected ?? null };
    return late && { ...due, kind: 'late', expected: late.expected };
  }
  // What is planned again, because its dispatch was undone, is decided later; unless it is agreed and confirmed as such.
  const isFirm = state === 'dispatched' || (state === 'planned' && visit.isConfirmedEarly === true);
  const isAhead = isFirm && arrival.to > now;
  if (isAhead && expected && tells('changed') && !isSame(expected, arrival))
    return { ...due, ...unnamed(visit), kind: 'changed', was: arrivalIn(expected) };
  if (late && (isFirm || state === 'planned')) return { ...due, kind: 'late', expected: late.expected };
  if (!isAhead) return undefined;
  // Whoever was said to be on the way, or late, is not any more: what was promised before holds again.
  if (!expected || expected.kind === 'on the way' || isLateNoMore(expected, visit))
    return { ...due, ...unnamed(visit), kind: 'confirmed' };
  const isAnother =
    state === 'dispatched' &&
    isSame(expected, arrival) &&
    expected.technician !== null &&
    technician !== null &&
    expected.technician !== technician;
  return isAnother ? { ...due, kind: 'another technician' } : undefined;
}

/** How the work went, once for each way in which it did. */
function endingDue(
  told: ToldBefore | undefined,
  { state, endedAt }: VisitNow,
  now: EpochMinutes,
): MessageKind | undefined {
  const kind = state === 'completed' ? 'done' : 'could not complete';
  const isNews = endedAt !== undefined && now - endedAt <= ENDED_NEWS_MINUTES;
  return isNews && told?.kind !== kind ? kind : undefined;
}

/** When customers are reminded of a visit: on the day before it, by the clocks at the site. */
export function reminderMoment(arrival: Arrival, at: LocalTime, zone: string): EpochMinutes {
  return momentOf(addDays(dateAt(arrival.from, zone), -1), at, zone);
}

/** What a customer is reminded of on the day before: once for each time that was agreed, and not where they have just heard of it. */
export function reminderDue(
  told: readonly ToldBefore[],
  visit: VisitNow,
  now: EpochMinutes,
  { at, zone, tells }: { at: LocalTime; zone: string; tells: Tells },
): MessageDue | undefined {
  const { arrival, state } = visit;
  const isFirm = state === 'dispatched' || (state === 'planned' && visit.isConfirmedEarly === true);
  if (arrival === undefined || !isFirm || !tells('reminder')) return undefined;
  const moment = reminderMoment(arrival, at, zone);
  if (now < moment || dateAt(now, zone) !== dateAt(moment, zone)) return undefined;
  const isKnown = told.some(
    (one) => (one.kind === 'reminder' && isSame(one, arrival)) || moment - one.at <= REMINDED_BY_NEWS_MINUTES,
  );
  const due = { ...arrival, technician: visit.technician, expected: null };
  return isKnown ? undefined : { ...due, ...unnamed(visit), kind: 'reminder' };
}

/** Whoever set out before the visit was moved did not know of it: where they are going is not where they are expected. */
function stateToTell({ state, isAstray }: VisitNow): VisitState {
  return state === 'en route' && isAstray ? 'dispatched' : state;
}

/** Each word is told once, and not when the customer knows that time already, or it is over. */
function lateToTell(
  expected: ToldBefore | undefined,
  { late }: VisitNow,
  now: EpochMinutes,
): LateWord | undefined {
  if (late === undefined || late.expected <= now || late.expected === expected?.expected) return undefined;
  return expected === undefined || late.saidAt >= expected.at ? late : undefined;
}

/** What is said of a delay by somebody who has set out says that, too. */
function saysOnTheWay(expected: ToldBefore | undefined, enRouteAt: EpochMinutes | undefined): boolean {
  if (expected?.kind === 'late') return enRouteAt !== undefined && expected.at >= enRouteAt;
  return expected?.kind === 'on the way';
}

/** Taken back: what is planned for the time that was said, or later, is no more late for another reason. */
function isLateNoMore({ kind, expected }: ToldBefore, { late, start }: VisitNow): boolean {
  return (
    kind === 'late' && late === undefined && expected !== null && start !== undefined && expected > start
  );
}

/** Who comes is settled when it is dispatched. */
function unnamed({ state }: VisitNow): { technician: null } | undefined {
  return state === 'planned' ? { technician: null } : undefined;
}

function arrivalIn({ from, to }: Arrival): Arrival {
  return { from, to };
}

function isSame(a: Arrival, b: Arrival): boolean {
  return a.from === b.from && a.to === b.to;
}

/** "Tue 24 Nov, 8–10 am", "Tue 24 Nov, 11:30 am–1:30 pm": as the clocks in the zone show it. */
export function arrivalInWords({ from, to }: Arrival, zone: string): string {
  const [first, last] = [from, to].map((at) => timeInWords(at, zone).replace(':00', '')) as [string, string];
  const half = last.slice(-3);
  return `${dayInWords(from, zone)}, ${first.endsWith(half) ? first.slice(0, -3) : first}–${last}`;
}

/** "Broken Hill time" of Australia/Broken_Hill. */
export function clocksOf(zone: string): string {
  return `${zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time`;
}

/** What is sent. */
export const messageNames: Record<MessageKind, string> = {
  confirmed: 'Confirmation',
  changed: 'New time',
  'another technician': 'New technician',
  'another time': '“We need another time”',
  cancelled: 'Cancellation',
  reminder: 'Reminder',
  'on the way': '“On my way”',
  late: '“Running late”',
  done: '“All done”',
  'could not complete': '“We couldn’t finish”',
};

const problems: Record<MessageProblem, string> = {
  'no address': 'no email address',
  'no way': 'no email address or mobile number',
  'too many': 'too many messages to them',
  'daily limit': 'your business has reached its emails for a day',
  'opted out': 'they’ve opted out of texts',
  ceiling: 'your business has reached its texts for the month',
  'not connected': 'texts aren’t connected',
  'quiet hours': 'it would have left too late, after the quiet hours',
  unsent: 'taken back before it left',
};

type Entry = CustomerMessage['recipients'][number] &
  Partial<Pick<VisitRecord['messages'][number]['recipients'][number], 'state'>>;

type Message = Pick<CustomerMessage, 'kind' | 'from_at' | 'to_at' | 'zone' | 'to_address' | 'problem'> &
  Partial<Pick<CustomerMessage, 'expected_at'>> & { readonly recipients?: readonly Entry[] };

/**
 * "Confirmation emailed to j…@example.com and texted to 04…678: Tue 24 Nov, 8–10 am", or why not; of a text that waits, or waited when
 * this was noted, when it leaves.
 */
export function messageInWords(message: Message): string {
  const { kind, from_at, to_at, zone, to_address, problem, recipients = [], expected_at = null } = message;
  const when =
    expected_at !== null
      ? `about ${timeInWords(minuteOf(expected_at), zone)}`
      : arrivalInWords({ from: minuteOf(from_at), to: minuteOf(to_at) }, zone);
  if (problem !== null) return `${messageNames[kind]} not sent, ${problems[problem]}: ${when}`;
  if (recipients.length === 0)
    return `${messageNames[kind]} emailed${to_address === '' ? '' : ` to ${to_address}`}: ${when}`;
  const verbs = Map.groupBy(recipients, (one) => verbOf(one, zone));
  const parts = [...verbs].flatMap(([verb, to]) => {
    const addresses = to.map((one) => one.to_address).filter(Boolean);
    if (verb === undefined) return [];
    return [`${verb}${addresses.length === 0 ? '' : ` to ${listInWords(addresses)}`}`];
  });
  return `${messageNames[kind]} ${parts.length === 0 ? 'not sent' : listInWords(parts)}: ${when}`;
}

const lost: ReadonlySet<SentState> = new Set(['failed', 'unsent', 'expired']);

/** Whether nothing has reached somebody, nor will. */
export function isLost({ problem, state }: Entry): boolean {
  return problem !== null || (state ? lost.has(state.name) : false);
}

/** What was done for one of them, as far as it is known; nothing for whom nothing left. */
/** Whether it is not known that somebody was reached, nor will be: a person may send it again. */
export function isUnsure(entry: Entry): boolean {
  return isLost(entry) || entry.state?.name === 'unknown';
}

function verbOf(entry: Entry, zone: string): string | undefined {
  const { way = 'email', held_until = null, state } = entry;
  if (isLost(entry)) return undefined;
  if (way === 'email') return 'emailed';
  const isHeld = held_until !== null && (!state || state.name === 'waiting');
  return isHeld ? `to be texted from ${leavesInWords(held_until, zone)}` : 'texted';
}

/** "emailed to j…@example.com", "text to 04…678 delivered", "email to j…@example.com failed: mailbox unknown". */
export function sentInWords({ problem, way = 'email', to_address, state }: Entry, zone: string): string {
  if (problem !== null) return unsentInWords(problem).toLowerCase();
  const it = `${way} to ${to_address}`;
  const sent = `${way === 'text' ? 'texted' : 'emailed'} to ${to_address}`;
  if (!state) return sent;
  const why = state.why === '' ? '' : `: ${state.why.replace(/\.$/, '')}`;
  const leaves =
    way === 'text'
      ? `${it} leaves at ${leavesInWords(state.at, zone)}`
      : why === ''
        ? `${it} is about to leave`
        : `${it} hasn’t left, we’ll keep trying${why}`;
  const words: Record<SentState, string> = {
    waiting: leaves,
    sent,
    delivered: `${it} delivered`,
    failed: `${it} failed${why}`,
    unknown: `${it} may have arrived, no one confirmed it`,
    unsent: `${it} taken back before it left`,
    expired: `${it} didn’t leave in time`,
  };
  return words[state.name];
}

/** "8:00 am on Tue 24 Nov": when a text leaves that waits. */
export function leavesInWords(at: string, zone: string): string {
  const minute = minuteOf(at);
  return `${timeInWords(minute, zone)} on ${dayInWords(minute, zone)}`;
}

/** Why somebody was not told. */
export function unsentInWords(problem: MessageProblem): string {
  return `Not sent: ${problems[problem]}`;
}
