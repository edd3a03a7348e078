import type { LocalTime } from '../values/local-time.ts';
import { type Clock, clockInWords, localTime, readClock } from './clock.ts';
import type { Choice, Reading } from './sentence.ts';

/** When the crew is to arrive; null is at any time of the day. */
export type ArrivalWindow = { readonly from: LocalTime; readonly to: LocalTime } | null;

/** When the business works: what "am" and "after 3" end at. */
export interface WorkingDay {
  readonly from: LocalTime;
  readonly to: LocalTime;
}

const time = String.raw`\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m|[ap])?|noon|midday`;
const range = new RegExp(`^(?:from |between |at )?(${time}) ?(?:-|–|—|to|and|until|till) ?(${time})$`);
const bound = new RegExp(`^(before|by|until|till|after|from) (${time})$`);
const moment = new RegExp(`^(at )?(${time})$`);
const mostWords = 6;

/** A bare hour means the one between these; 6 may be either. In minutes. */
const EARLIEST_BARE = 7 * 60;
const LATEST_BARE = 18 * 60;
const NOON = 12 * 60;
const LAST_MINUTE = 24 * 60 - 1;
/** What may be promised to somebody who asked for one moment. */
const promises = [15, 60, 120];

export function windowChoice(value: ArrivalWindow): Choice<ArrivalWindow> {
  const label = value === null ? 'Any time' : `${clockInWords(value.from)} to ${clockInWords(value.to)}`;
  return { value, label };
}

/** A window of arrival; the longest reading counts. A bare "2-4" is surely a time only beside a day. */
export function readWindow(
  texts: readonly string[],
  day: WorkingDay,
  hasDay: boolean,
): Reading<ArrivalWindow> | undefined {
  for (let length = Math.min(mostWords, texts.length); length > 0; length--) {
    const text = texts.slice(0, length).join(' ');
    const reading = ofTheDay(text, day) ?? between(text, hasDay) ?? oneSided(text, day) ?? atOne(text);
    if (reading !== undefined) return { length, ...reading };
  }
  return undefined;
}

type Read = Pick<Reading<ArrivalWindow>, 'choices' | 'question'> | undefined;

function ofTheDay(text: string, day: WorkingDay): Read {
  if (/^(all day|any ?time)$/.test(text)) return { choices: [windowChoice(null)] };
  if (/^(am|(in the )?morning)$/.test(text)) return spans(Math.min(minuteOf(day.from), NOON - 60), NOON);
  if (/^(pm|(in the )?(afternoon|arvo))$/.test(text))
    return spans(NOON, Math.max(minuteOf(day.to), NOON + 60));
  return undefined;
}

function between(text: string, hasDay: boolean): Read {
  const [, first, second] = range.exec(text) ?? [];
  const from = first === undefined ? undefined : readClock(first);
  const to = second === undefined ? undefined : readClock(second);
  if (from === undefined || to === undefined) return undefined;
  const pairs = from.either
    .flatMap((start) => to.either.map((end) => ({ start, end })))
    .filter(({ start, end }) => start < end);
  if (pairs.length === 0) return { choices: [], question: 'A window has to end after it begins.' };
  const isCertain = from.isCertain || to.isCertain;
  const usual = pairs.filter(({ start, end }) => start >= EARLIEST_BARE && end <= LATEST_BARE);
  const meant = isCertain || usual.length === 0 ? shortest(pairs) : shortest(usual);
  const choices = meant.map(({ start, end }) => windowChoice(windowOf(start, end)));
  if (choices.length > 1) return { choices, question: 'Morning or evening?' };
  const isSurely = hasDay || from.isPlain || to.isPlain || /[a-z]/.test(text);
  return isSurely ? { choices } : { choices, question: 'Is that a time?' };
}

function shortest<Pair extends { start: number; end: number }>(pairs: readonly Pair[]): Pair[] {
  const least = Math.min(...pairs.map(({ start, end }) => end - start));
  return pairs.filter(({ start, end }) => end - start === least);
}

function oneSided(text: string, day: WorkingDay): Read {
  const [, side, at] = bound.exec(text) ?? [];
  const clock = at === undefined ? undefined : readClock(at);
  if (side === undefined || clock === undefined) return undefined;
  const isAfter = side === 'after' || side === 'from';
  const choices = meantBy(clock).flatMap((minute) => {
    const from = isAfter ? minute : minuteOf(day.from) < minute ? minuteOf(day.from) : 0;
    const to = isAfter ? (minuteOf(day.to) > minute ? minuteOf(day.to) : LAST_MINUTE) : minute;
    return from < to ? [windowChoice(windowOf(from, to))] : [];
  });
  if (choices.length === 0) return { choices, question: 'A window has to end after it begins.' };
  return choices.length > 1 ? { choices, question: 'Morning or evening?' } : { choices };
}

/** One moment is no window: how long after it the crew may come is asked. */
function atOne(text: string): Read {
  const [, at, written] = moment.exec(text) ?? [];
  const clock = written === undefined ? undefined : readClock(written);
  if (clock === undefined || (at === undefined && !clock.isPlain)) return undefined;
  const choices = meantBy(clock).flatMap((minute) =>
    promises
      .filter((later) => minute + later <= LAST_MINUTE)
      .map((later) => windowChoice(windowOf(minute, minute + later))),
  );
  return { choices, question: 'Which arrival is promised?' };
}

function meantBy({ either }: Clock): readonly number[] {
  const usual = either.filter((minute) => minute >= EARLIEST_BARE && minute < LATEST_BARE);
  return either.length > 1 && usual.length === 1 ? usual : either;
}

function spans(from: number, to: number): Read {
  return { choices: [windowChoice(windowOf(from, to))] };
}

function windowOf(from: number, to: number): ArrivalWindow {
  return { from: localTime(from), to: localTime(to) };
}

function minuteOf(at: LocalTime): number {
  const [hour, minute] = at.split(':').map(Number);
  return hour! * 60 + minute!;
}
