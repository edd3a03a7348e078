import { MINUTE_MS, DAY_MINUTES } from '@muster/domain/values/minutes';
import { OFFICE_ZONE } from '@muster/domain/values/office-time';
import { isElsewhere, moment, shortDay } from '../../../../lib/format/format.ts';

/** Staff work in different zones; in the office everybody reads Sydney time. */
export function officeMoment(at: string): string {
  return moment(at, OFFICE_ZONE);
}

/** The label of a field for a time. It names the zone for a reader whose own clock differs. */
export function withOfficeZone(label: string, at: string | undefined): string {
  return isElsewhere(at === undefined ? new Date() : new Date(at), OFFICE_ZONE)
    ? `${label} (Sydney time)`
    : label;
}

const units = [
  ['day', DAY_MINUTES],
  ['h', 60],
  ['min', 1],
] as const;

/** How far away a due time is: "Due in 3 h", "2 days overdue". */
export function dueWords(due: string, now: number): string {
  const minutes = (Date.parse(due) - now) / MINUTE_MS;
  const [unit, length] = units.find(([, length]) => Math.abs(minutes) >= length) ?? ['min', 1];
  const count = Math.max(1, Math.floor(Math.abs(minutes) / length));
  const time = unit === 'day' ? `${count} ${count === 1 ? 'day' : 'days'}` : `${count} ${unit}`;
  return minutes < 0 ? `${time} overdue` : `Due in ${time}`;
}

/** The date picker of the kit writes `2028-01-05 09:30:00`; the office's texts are `2028-01-05T09:30`. Neither has a zone. */
export function pickerValue(text: string): string | null {
  return text === '' ? null : `${text.replace('T', ' ')}:00`;
}

export function fromPicked(picked: string | null): string {
  return picked === null ? '' : picked.slice(0, 'YYYY-MM-DD hh:mm'.length).replace(' ', 'T');
}

const clock = new Intl.DateTimeFormat('en-AU', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });

/** "Wed 5 Jan 2028, 9:30 am": read as UTC and written as UTC, so that no zone changes it. */
export function pickedWords(picked: string): string {
  const at = new Date(`${fromPicked(picked)}Z`);
  return `${shortDay(at, true, 'UTC')}, ${clock.format(at)}`;
}
