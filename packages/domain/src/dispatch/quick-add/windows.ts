import { DAY_MINUTES } from '../../values/minutes.ts';
import type { LocalTime } from '../../values/local-time.ts';
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
const LAST_MINUTE = DAY_MINUTES - 1;
/** What "first thing" and "late arvo" promise, in minutes. */
const FIRST_THING = 120;
/** What may be promised to somebody who asked for one moment. */
const promises = [15, 60, 120];

function windowChoice(value: ArrivalWindow): Choice<ArrivalWindow> {
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
  if (/^(first thing|early morning|first up)$/.test(text)) {
    const from = minuteOf(day.from);
    return spans(from, from + FIRST_THING);
  }
  if (/^(late|end of the) (arvo|afternoon|day)$/.test(text))
    return spans(
      Math.max(minuteOf(day.to) - FIRST_THING, NOON),
      Math.max(minuteOf(day.to), NOON + FIRST_THING),
    );
  if (/^(lunch ?time|around lunch)$/.test(text)) return spans(NOON - 60, NOON + 60);
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
  if (pairs.length === 0) return { choices: [], question: 'The window must end after it starts.' };
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
  if (choices.length === 0) return { choices, question: 'The window must end after it starts.' };
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
  return { choices, question: 'Which arrival window?' };
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

/** A time as somebody writes it: "2", "2pm", "14:00", "9.30am", "noon". */
interface Clock {
  /** The minutes of the day that it may mean; a bare 2 is either of two. */
  readonly either: readonly number[];
  /** Whether it can be nothing but a time: "2pm" and "9:30", not "2". */
  readonly isPlain: boolean;
  readonly isCertain: boolean;
}

const HOUR = 60;
const HALF_DAY = 12 * HOUR;
const shape = /^(\d{1,2})(?:[:.](\d\d))? ?([ap])?\.?(?:m\.?)?$/;

function readClock(text: string): Clock | undefined {
  if (text === 'noon' || text === 'midday') return { either: [HALF_DAY], isPlain: true, isCertain: true };
  const [, hourText, minuteText, half] = shape.exec(text) ?? [];
  if (hourText === undefined || (half === undefined && text.endsWith('m'))) return undefined;
  const hour = Number(hourText);
  const minute = Number(minuteText ?? 0);
  if (hour > 23 || minute > 59 || (half && (hour < 1 || hour > 12))) return undefined;
  const isPlain = half !== undefined || minuteText !== undefined;
  const isOfDay = hour === 0 || hour > 12 || hourText.startsWith('0');
  if (isOfDay) return { either: [hour * HOUR + minute], isPlain, isCertain: true };
  const morning = (hour % 12) * HOUR + minute;
  if (half) return { either: [half === 'a' ? morning : morning + HALF_DAY], isPlain, isCertain: true };
  return { either: [morning, morning + HALF_DAY], isPlain, isCertain: false };
}

function localTime(minute: number): LocalTime {
  const two = (count: number) => String(count).padStart(2, '0');
  return `${two(Math.floor(minute / HOUR))}:${two(minute % HOUR)}` as LocalTime;
}

/** "2:00 pm". */
function clockInWords(time: LocalTime): string {
  const [hour, minute] = time.split(':').map(Number);
  return `${hour! % 12 === 0 ? 12 : hour! % 12}:${String(minute).padStart(2, '0')} ${hour! < 12 ? 'am' : 'pm'}`;
}
