import { Chrono, configuration } from 'chrono-node/en';
import { dateInWords } from '../../values/clock-words.ts';
import { addDays, type LocalDate, weekdayOf } from '../../values/local-time.ts';
import type { Choice, Reading } from './sentence.ts';

/** The day before the month, and words such as "tomorrow", which the library's own British setting does not know. */
const chrono = new Chrono(configuration.createCasualConfiguration(true));

const weekday =
  '(?:mon|monday|tue|tues|tuesday|wed|weds|wednesday|thu|thur|thurs|thursday|fri|friday|sat|saturday|sun|sunday)';
const month =
  '(?:jan|january|feb|february|mar|march|apr|april|may|jun|june|jul|july|aug|august|sep|sept|september|oct|october|nov|november|dec|december)';
const number = String.raw`\d{1,2}(?:st|nd|rd|th)?`;

const weekdayAlone = new RegExp(`^(?:on )?(this |next )?(${weekday})( week)?$`);
const monthFirst = new RegExp(`^(?:on )?(?:${weekday} )?(${month}) (${number})( \\d{4})?$`);
const written = new RegExp(
  `^(?:on )?(?:(${weekday}) )?(?:${number}(?: of)? ${month}(?: \\d{4})?|\\d{1,2}/\\d{1,2}(?:/(?:\\d{2}|\\d{4}))?|\\d{4}-\\d\\d-\\d\\d)$`,
);
/** The month of a date with slashes, and its year. */
const slashes = /\d{1,2}\/(\d{1,2})(\/\d+)?$/;
const relative =
  /^(?:today|tomorrow|tmrw?|in (?:\d{1,2}|a|one|two|three|four) (?:days?|weeks?)|(?:the )?day after tomorrow)$/;
const past = new RegExp(`^(?:yesterday|last (?:week|${weekday}))$`);
const wholeWeek = /^(this|next) week$/;
const mostWords = 6;

/** Without a year, a day so far ahead is more likely one that is over. */
const FAR_AHEAD = 270;

/** A day, read by the library from phrases that can be nothing else; the longest reading counts. */
export function readDay(texts: readonly string[], today: LocalDate): Reading<LocalDate> | undefined {
  for (let length = Math.min(mostWords, texts.length); length > 0; length--) {
    const found = read(texts.slice(0, length).join(' '), today);
    if (found === undefined) continue;
    const { days, ...more } = found;
    return { length, choices: days.map((day) => dayChoice(day, today)), ...more };
  }
  return undefined;
}

interface Read {
  readonly days: readonly LocalDate[];
  readonly question?: string;
}

function read(text: string, today: LocalDate): Read | undefined {
  const [, which, name, isWeekLater] = weekdayAlone.exec(text) ?? [];
  if (name !== undefined) return ofTheWeek(which?.trim(), name, isWeekLater !== undefined, today);
  const week = wholeWeek.exec(text)?.[1];
  if (week !== undefined) return daysOf(week, today);
  if (past.test(text)) return { days: [], question: 'That day has passed.' };
  if (relative.test(text)) return relativeDay(text, today);
  const turned = text.replace(monthFirst, (_, name, day, year = '') => `${day} ${name}${year}`);
  return written.test(turned) ? writtenDay(turned, today) : undefined;
}

/** "tue" on a Tuesday and "next tue" are said of two days each. */
function ofTheWeek(which: string | undefined, name: string, isWeekLater: boolean, today: LocalDate): Read {
  const nearest = resolve(name, today)!;
  const later = addDays(nearest, 7);
  if (isWeekLater) return { days: [later] };
  if (which === 'next' && nearest === today) return { days: [later] };
  if (which === 'next' || (which === undefined && nearest === today))
    return { days: [nearest, later], question: 'Which day?' };
  return { days: [nearest] };
}

function daysOf(week: string, today: LocalDate): Read {
  const monday = addDays(today, 1 - weekdayOf(today) + (week === 'next' ? 7 : 0));
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(monday, day)).filter((day) => day >= today);
  return { days, question: 'Which day of that week?' };
}

function relativeDay(text: string, today: LocalDate): Read {
  if (text.endsWith('after tomorrow')) return { days: [addDays(today, 2)] };
  return { days: [resolve(text, today)!] };
}

function writtenDay(text: string, today: LocalDate): Read {
  const [, second, year] = slashes.exec(text) ?? [];
  const day = resolve(text, today);
  if (day === undefined) return { days: [], question: 'That date doesn’t exist.' };
  if (day < today) return { days: [], question: 'That day has passed.' };
  // The library reads 5/13 as the thirteenth of May without a word.
  if (second !== undefined && Number(second) > 12)
    return { days: [day], question: `There’s no month ${second}. Which day?` };
  const isFar = !/\d{4}/.test(text) && year === undefined && day > addDays(today, FAR_AHEAD);
  if (isFar) return { days: [day], question: `Is it ${day.slice(0, 4)}?` };
  const name = written.exec(text)?.[1];
  const named = name === undefined ? day : resolve(name, today)!;
  if (weekdayOf(named) !== weekdayOf(day))
    return { days: [day, named], question: 'The date and weekday don’t match. Which day?' };
  return { days: [day] };
}

function dayChoice(value: LocalDate, today: LocalDate): Choice<LocalDate> {
  const year = value.slice(0, 4);
  return { value, label: year === today.slice(0, 4) ? dateInWords(value) : `${dateInWords(value)} ${year}` };
}

/** The library is asked at the first moment of the day, so that no day is over before its evening, and for parts of a date alone. */
function resolve(text: string, today: LocalDate): LocalDate | undefined {
  const reference = { instant: new Date(`${today}T00:00:00Z`), timezone: 0 };
  const start = chrono.parse(text, reference, { forwardDate: true })[0]?.start;
  if (!start || start.isCertain('hour') || !(start.isCertain('day') || start.isCertain('weekday')))
    return undefined;
  const two = (part: number | null) => String(part).padStart(2, '0');
  return `${start.get('year')}-${two(start.get('month'))}-${two(start.get('day'))}` as LocalDate;
}
