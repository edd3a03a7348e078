import { dayInWords, timeInWords, zoneName } from '../../values/clock-words.ts';
import { dateAt, type LocalDate, type LocalTime, momentOf } from '../../values/local-time.ts';
import { type EpochMinutes, type Minutes, minutesAfter } from '../../values/minutes.ts';
import { minuteOf } from '../../work/assignments/rules.ts';
import { type Agreed, agreedInWords, type SaidArrival, standingPromise } from '../../work/visits/promise.ts';
import type { VisitState } from '../../work/visits/states.ts';
import { arrivalInWords, arrivalOf, type Arrival } from '../customer-messages/rules.ts';

/** A visit as its customer may know it. */
export interface VisitForCustomer extends Agreed {
  readonly state: VisitState;
  readonly zone: string;
  /** As it is planned; null where nobody is. */
  readonly start: EpochMinutes | null;
  readonly enRouteAt: EpochMinutes | null;
  /** Of whoever leads, where that can be reckoned. */
  readonly drive: Minutes | null;
  /** Whether it was moved after the one who leads has set out. */
  readonly isAstray: boolean;
  readonly onSiteAt: EpochMinutes | null;
  readonly doneAt: EpochMinutes | null;
  /** When somebody running late was said to arrive, if the customer is to know. */
  readonly late: EpochMinutes | null;
  /** What the customer was told before. */
  readonly messages: readonly SaidArrival[];
}

type Tone = 'ok' | 'info' | 'attention' | 'danger' | 'quiet';

/** What a customer's page says of the visit. */
export interface VisitNews {
  readonly tone: Tone;
  /** A word or two. */
  readonly status: string;
  /** What somebody looks for who opens the page. */
  readonly headline: string;
  readonly text: string;
  /** Nobody comes at that time. */
  readonly isOff: boolean;
  /** When somebody arrives, where that is certain enough to be said. */
  readonly arrival: Arrival | null;
  /** Whether who comes is settled. */
  readonly isNamed: boolean;
}

/**
 * A time that is only planned is nobody's to know: it is said once it was agreed, told or dispatched. So what the page says never
 * changes without a word.
 */
export function shownArrival(visit: VisitForCustomer): Arrival | null {
  const { state, start, zone, messages } = visit;
  if (start === null || state === 'unscheduled' || state === 'cancelled') return null;
  const promised = standingPromise(visit, messages);
  return state === 'planned' ? promisedArrival(promised, zone) : arrivalOf(promised, start, zone);
}

/** What a customer counts on, wherever the board has put the visit meanwhile. */
function promisedArrival({ on_date, window_from, window_to }: Agreed, zone: string): Arrival | null {
  if (on_date === null || window_from === null || window_to === null) return null;
  const at = (time: string) => momentOf(on_date as LocalDate, time as LocalTime, zone);
  return { from: at(window_from), to: at(window_to) };
}

/** The state of a visit in words, at any time, for whoever waits for it. */
export function visitNews(visit: VisitForCustomer, now: EpochMinutes): VisitNews {
  const { zone, enRouteAt, onSiteAt, doneAt, messages, start } = visit;
  // It means nothing any more once the visit is planned for then.
  const late = visit.late !== null && start !== null && visit.late > start ? visit.late : null;
  const state = visit.state === 'en route' && visit.isAstray ? 'dispatched' : visit.state;
  const arrival = shownArrival(visit);
  const news = { isOff: false, arrival, isNamed: state !== 'planned' };
  const when = arrival && arrivalInWords(arrival, zone);
  switch (state) {
    case 'cancelled': {
      const was = lastSaid(messages);
      return {
        ...news,
        tone: 'quiet',
        status: 'Cancelled',
        headline: was ? arrivalInWords(was, zone) : 'This visit is cancelled',
        text: was ? 'This visit is cancelled. No one is coming.' : 'No one is coming.',
        isOff: was !== null,
        isNamed: false,
      };
    }
    case 'unscheduled':
    case 'planned':
    case 'dispatched':
      if (arrival === null || when === null) return { ...news, ...finding(visit, now), isNamed: false };
      if (late !== null && late > now)
        return {
          ...news,
          tone: 'attention',
          status: 'Running late',
          headline: `About ${onThatDay(late, now, zone)}`,
          text: `Sorry, we’re running late. We planned to arrive ${when}.`,
        };
      if (arrival.to < now)
        return {
          ...news,
          tone: 'attention',
          status: 'Not arrived yet',
          headline: when,
          text: 'We haven’t recorded arriving yet. Call us if you’re waiting.',
        };
      return {
        ...news,
        tone: 'info',
        status: wasMoved(messages) ? 'New time' : 'Booked',
        headline: when,
        text: 'We’ll arrive within this time.',
      };
    case 'en route':
      return { ...news, ...onTheWay(visit, late, enRouteAt, now) };
    case 'on site':
      return {
        ...news,
        tone: 'ok',
        status: 'Here now',
        headline: onSiteAt === null ? 'We’ve arrived' : `Arrived at ${timeInWords(onSiteAt, zone)}`,
        text: 'The work is under way.',
      };
    case 'completed':
      return {
        ...news,
        tone: 'ok',
        status: 'Done',
        headline: 'All done',
        text: doneAt === null ? '' : `Finished ${dayInWords(doneAt, zone)} at ${timeInWords(doneAt, zone)}.`,
      };
    case 'needs return':
      return {
        ...news,
        tone: 'attention',
        status: 'Another visit needed',
        headline: 'We need to come back',
        text: 'The work isn’t finished. We’ll be in touch about another visit.',
      };
    case 'could not complete':
  }
  return {
    ...news,
    tone: 'danger',
    status: 'Not completed',
    headline: 'We couldn’t finish the work',
    text: 'We’ll be in touch about what happens next.',
  };
}

/** Before there is a time that can be said; what was agreed about the day holds all the same, unless we have asked for another since. */
function finding(
  visit: VisitForCustomer,
  now: EpochMinutes,
): Omit<VisitNews, 'isOff' | 'arrival' | 'isNamed'> {
  const { on_date, window_from, window_to, zone } = visit;
  const asked = latest(visit.messages);
  const isOpen =
    asked?.kind === 'another time' &&
    (asked.agreed === null ||
      (asked.agreed.on_date === on_date &&
        asked.agreed.window_from === window_from &&
        asked.agreed.window_to === window_to));
  const isPast = on_date !== null && on_date < dateAt(now, zone);
  const agreed = isOpen || isPast ? '' : agreedInWords({ on_date, window_from, window_to });
  if (agreed !== '')
    return {
      tone: 'info',
      status: 'Being arranged',
      headline: agreed,
      text: 'This is the time we agreed. We’re arranging who comes.',
    };
  return {
    tone: 'info',
    status: 'Being arranged',
    headline: 'We’re finding a time',
    text: isOpen
      ? 'The time we gave you no longer works. We’ll be in touch with a new one.'
      : 'We’ll let you know as soon as it’s set.',
  };
}

/** In minutes: what is nearer than that is any moment, and what is further behind says nothing any more. */
const SOON = 2;
const LONG_SINCE = 15;

/** From the tap and the drive, and where somebody has said that it takes longer, from that: nobody's position is asked for. */
function onTheWay(
  { drive, zone }: VisitForCustomer,
  late: EpochMinutes | null,
  enRouteAt: EpochMinutes | null,
  now: EpochMinutes,
): Omit<VisitNews, 'isOff' | 'arrival' | 'isNamed'> {
  const reckoned = enRouteAt !== null && drive !== null ? minutesAfter(enRouteAt, drive) : null;
  const known = late !== null && (reckoned === null || late > reckoned) ? late : reckoned;
  const expected = known !== null && now - known <= LONG_SINCE ? known : null;
  const left = expected === null ? null : expected - now;
  const headline =
    left === null
      ? 'On the way'
      : left <= SOON
        ? 'Any minute now'
        : `About ${left} minute${left === 1 ? '' : 's'} away`;
  const at =
    expected !== null && left !== null && left > SOON
      ? ` We expect to arrive at about ${timeInWords(expected, zone)}.`
      : '';
  return { tone: 'info', status: 'On the way', headline, text: `We’re on our way to you.${at}` };
}

function onThatDay(at: EpochMinutes, now: EpochMinutes, zone: string): string {
  const time = timeInWords(at, zone);
  return dateAt(at, zone) === dateAt(now, zone) ? time : `${time}, ${dayInWords(at, zone)}`;
}

function latest(messages: readonly SaidArrival[]): SaidArrival | undefined {
  return messages
    .filter(({ problem }) => problem === null)
    .toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1))
    .at(-1);
}

function lastKind(messages: readonly SaidArrival[]) {
  return latest(messages)?.kind;
}

function wasMoved(messages: readonly SaidArrival[]): boolean {
  return lastKind(messages) === 'changed';
}

function lastSaid(messages: readonly SaidArrival[]): Arrival | null {
  const said = latest(messages);
  return said ? { from: minuteOf(said.from_at), to: minuteOf(said.to_at) } : null;
}

/** "Today", "Tomorrow", or nothing: beside a date, because nobody counts days. */
export function dayFromNow(at: EpochMinutes, now: EpochMinutes, zone: string): string {
  const [day, today, tomorrow] = [at, now, minutesAfter(now, (24 * 60) as Minutes)].map((one) =>
    dateAt(one, zone),
  ) as [LocalDate, LocalDate, LocalDate];
  return day === today ? 'Today' : day === tomorrow ? 'Tomorrow' : '';
}

/** "Times are in Broken Hill time.": where the site's clocks are not those of the business. */
export function clocksInWords(zone: string, businessZone: string): string {
  return zone === businessZone ? '' : `Times are in ${zoneName(zone)} time.`;
}

/** What customers call whoever comes. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/, 1)[0] ?? '';
}
