import { minuteOf } from '../assignments/rules.ts';
import type { Stay } from '../field-records/times.ts';
import { dayInWords, lengthInWords, timeInWords, zoneName } from '../values/clock-words.ts';
import { dateAt } from '../values/local-time.ts';
import type { Outcome } from '../visits/states.ts';
import type { VisitReport } from './schema.ts';

/** How a visit went, as a customer reads it. */
export const outcomeWords: Record<Outcome, string> = {
  completed: 'Completed',
  'needs return': 'Another visit is needed',
  'could not complete': 'Could not be completed',
};

/** Over the reason of those that were not completed. */
export const reasonTitles: Record<Outcome, string> = {
  completed: 'Remark',
  'needs return': 'What is still to be done',
  'could not complete': 'Why it could not be completed',
};

/** "9:00 am – 10:15 am", with the day of the end where it is another one. */
function rangeInWords(from: string, to: string, zone: string): string {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  const isSameDay = dateAt(start, zone) === dateAt(end, zone);
  const last = timeInWords(end, zone);
  return `${timeInWords(start, zone)} – ${isSameDay ? last : `${dayInWords(end, zone)}, ${last}`}`;
}

/** "Tue 17 Nov 2026". */
export function dayWithYear(at: string, zone: string): string {
  const minute = minuteOf(at);
  return `${dayInWords(minute, zone)} ${dateAt(minute, zone).slice(0, 4)}`;
}

/** "Tue 17 Nov 2026, 9:00 am". */
export function momentInWords(at: string, zone: string): string {
  return `${dayWithYear(at, zone)}, ${timeInWords(minuteOf(at), zone)}`;
}

/** "Tue 17 Nov 2026, 9:00 am – 10:00 am", with the zone named where the business has another. */
export function plannedWords({ planned, site, business }: VisitReport): string {
  if (planned === null) return '';
  const { zone } = site;
  const words = `${dayWithYear(planned.starts_at, zone)}, ${rangeInWords(planned.starts_at, planned.ends_at, zone)}`;
  return zone === business.zone ? words : `${words} (${zoneName(zone)} time)`;
}

/** "9:04 am – 9:51 am (47 min)", or as much of it as is known; the day before it where it is not the one given. */
export function stayWords({ arrived_at, done_at, minutes }: Stay, zone: string, day?: string | null): string {
  const first = arrived_at ?? done_at;
  if (first === null) return '';
  const isOtherDay =
    day !== undefined && (day === null || dayWithYear(first, zone) !== dayWithYear(day, zone));
  const before = isOtherDay ? `${dayWithYear(first, zone)}, ` : '';
  if (arrived_at === null) return `${before}until ${timeInWords(minuteOf(first), zone)}`;
  if (done_at === null || minutes === null) return `${before}from ${timeInWords(minuteOf(first), zone)}`;
  return `${before}${rangeInWords(arrived_at, done_at, zone)} (${lengthInWords(minutes)})`;
}

/** The check list, and under a title of its own what was answered before the list was changed; a part without items is left out. */
export function checkListParts({ check_list }: Pick<VisitReport, 'check_list'>) {
  return [
    { title: 'Check list', items: check_list.filter(({ is_former }) => !is_former) },
    { title: 'Also checked', items: check_list.filter(({ is_former }) => is_former) },
  ].filter(({ items }) => items.length > 0);
}

/** What was answered to an item of a check list. */
export function answerInWords(
  { kind, answer }: Pick<VisitReport['check_list'][number], 'kind' | 'answer'>,
  photos: VisitReport['photos'],
): string {
  if (answer === null) return kind === 'tick' ? 'Not done' : 'Not answered';
  if (answer === true) return 'Done';
  if (answer === false) return 'Photo removed';
  if (kind !== 'photo') return String(answer);
  const place = photos.findIndex(({ id }) => id === answer);
  return place < 0 ? 'Photo' : `Photo ${place + 1}`;
}

/** "2 × Valve". */
export function partInWords({ name, quantity }: VisitReport['parts'][number]): string {
  return `${quantity} × ${name}`;
}

/** "3 Hill Street, Ryde NSW 2112". */
export function placeInWords({ name, address, suburb }: VisitReport['site']): string {
  return [name, address, suburb].filter((part) => part !== '').join(', ');
}

/** What the document is called when it is saved: "Report J-1001-2.pdf". */
export function reportFileName({ number }: Pick<VisitReport, 'number'>): string {
  return `Report ${number.replace('/', '-')}.pdf`;
}
