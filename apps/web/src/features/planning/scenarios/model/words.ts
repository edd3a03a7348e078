import { minuteOf } from '@muster/domain/work/assignments/rules';
import { dateInWords, dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import { dateAt, type LocalDate } from '@muster/domain/values/local-time';
import { epochMinutes } from '@muster/domain/values/minutes';
import type { Differences } from '../api.ts';

const HOUR = 60;

type Placed = Differences['visits'][number]['after'];
type Away = Differences['absences'][number]['after'];

/** "Kai and Kim, Tue 17 Nov 9:00 am", or the tray. */
export function placeInWords(placed: Placed, names: Differences['names'], zone: string): string {
  if (placed === null) return 'in the tray';
  const start = minuteOf(placed.starts_at);
  const crew = placed.technicians.map((id) => names[id] ?? 'someone').join(' and ');
  return `${crew}, ${dayInWords(start, zone)} ${timeInWords(start, zone)}`;
}

/** "Kai away, Tue 17 Nov", or with both its ends where it is not of whole days. */
export function awayInWords(away: Away, names: Differences['names'], zone: string): string {
  if (away === null) return 'no one away';
  const [from, to] = [minuteOf(away.starts_at), minuteOf(away.ends_at)];
  const who = `${names[away.technician_id] ?? 'Someone'} away`;
  if (away.whole_days) {
    const [from_date, to_date] = [dateAt(from, zone), dateAt(epochMinutes(to - 1), zone)];
    return `${who}, ${stretchInWords({ from_date, to_date })}`;
  }
  const times = [from, to].map((at) => `${dayInWords(at, zone)} ${timeInWords(at, zone)}`);
  return `${who}, ${times.join(' to ')}`;
}

export function stretchInWords({ from_date, to_date }: { from_date: string; to_date: string }): string {
  const first = dateInWords(from_date as LocalDate);
  return from_date === to_date ? first : `${first} to ${dateInWords(to_date as LocalDate)}`;
}

/** In hours, however many: nobody counts driving in days. */
export function hoursInWords(minutes: number): string {
  if (minutes < HOUR) return `${minutes} min`;
  const rest = minutes % HOUR;
  return `${Math.floor(minutes / HOUR)} h${rest === 0 ? '' : ` ${rest} min`}`;
}
