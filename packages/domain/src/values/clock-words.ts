import type { LocalDate } from './local-time.ts';
import { dateAt, timeAt, weekdayOf } from './local-time.ts';
import { type EpochMinutes, DAY_MINUTES } from './minutes.ts';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "9:30 am", "12:00 pm". */
export function timeInWords(at: EpochMinutes, zone: string): string {
  const [hour, minute] = timeAt(at, zone).split(':');
  const hours = Number(hour);
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minute} ${hours < 12 ? 'am' : 'pm'}`;
}

/** "Mon 16 Nov". */
export function dateInWords(date: LocalDate): string {
  return `${weekdays[weekdayOf(date) - 1]} ${dayAndMonth(date)}`;
}

/** "16 Nov". */
export function dayAndMonth(date: LocalDate): string {
  const [, month, day] = date.split('-').map(Number);
  return `${day} ${months[month! - 1]}`;
}

/** "Mon 16 Nov" of a moment. */
export function dayInWords(at: EpochMinutes, zone: string): string {
  return dateInWords(dateAt(at, zone));
}

/** "34 min", "1 h 5 min", "3 days". */
export function lengthInWords(length: number): string {
  if (length < 60) return `${length} min`;
  if (length >= 2 * DAY_MINUTES) return `${Math.round(length / DAY_MINUTES)} days`;
  return length % 60 === 0 ? `${length / 60} h` : `${Math.floor(length / 60)} h ${length % 60} min`;
}

/** "Broken Hill" of Australia/Broken_Hill. */
export function zoneName(zone: string): string {
  return zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' ');
}
