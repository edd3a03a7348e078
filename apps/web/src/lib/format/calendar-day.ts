import { shortDay } from './format.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const numbers = /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{2}|\d{4}))?$/;
const named = /^(?:[a-z]+,? )?(\d{1,2}) ?([a-z]{3})[a-z]*\.?,?(?: (\d{2}|\d{4}))?$/;

/** A day as somebody types it, as in 30/11, 30.11.26, 30 Nov, Mon 30 Nov 2026, Fri or tomorrow; undefined where it is none. */
export function readDay(text: string, today: string): string | undefined {
  const given = text.trim().toLowerCase();
  const ahead = daysAhead(given, new Date(`${today}T00:00Z`).getUTCDay());
  if (ahead !== undefined) return dayAfter(today, ahead);
  const thisYear = Number(today.slice(0, 4));
  const [, isoYear, isoMonth, isoDay] = iso.exec(given) ?? [];
  if (isoYear !== undefined) return dayOf(Number(isoYear), Number(isoMonth), Number(isoDay));
  const [, day, month, year] = numbers.exec(given) ?? named.exec(given) ?? [];
  if (day === undefined || month === undefined) return undefined;
  const number = /\d/.test(month) ? Number(month) : months.indexOf(month) + 1;
  return dayOf(year === undefined ? thisYear : Number(year.padStart(4, '20')), number, Number(day));
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** How far away a day is that somebody says in one word. A weekday is the next of its name, today included. */
function daysAhead(word: string, weekday: number): number | undefined {
  if (word === 'today') return 0;
  if ('tomorrow'.startsWith(word) && word.length > 2) return 1;
  const meant = weekdays.findIndex((name) => word.length > 2 && name.startsWith(word));
  return meant === -1 ? undefined : (meant - weekday + 7) % 7;
}

/** So many days later by the calendar, or earlier. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}

/** "Mon 30 Nov 2026". */
export function dayWords(day: string): string {
  return shortDay(new Date(`${day}T00:00Z`), true, 'UTC');
}
