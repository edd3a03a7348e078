import { minuteOf } from '../../work/assignments/rules.ts';
import type { Stay } from '../field-records/rules.ts';
import { dayInWords, lengthInWords, timeInWords, zoneName } from '../../values/clock-words.ts';
import { dateAt } from '../../values/local-time.ts';
import type { Outcome } from '../../work/visits/states.ts';
import type { ReportSection } from '../../work/settings/schema.ts';
import type { ContentChange, ContentPart } from '../report-contents/schema.ts';
import type { VisitReport } from './schema.ts';

/** How a visit went, as a customer reads it. */
export const outcomeWords: Record<Outcome, string> = {
  completed: 'Completed',
  'needs return': 'Another visit needed',
  'could not complete': 'Could not be completed',
};

/** Over the reason of those that were not completed. */
export const reasonTitles: Record<Outcome, string> = {
  completed: 'Remark',
  'needs return': 'Still to do',
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

/** "Afterwards by the office, Wed 18 Nov 2026, 9:12 am", of what nobody recorded at the time. */
export function enteredWords({ entered_at, site }: Pick<VisitReport, 'entered_at' | 'site'>): string {
  return entered_at === null ? '' : `Afterwards by the office, ${momentInWords(entered_at, site.zone)}`;
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
    { title: 'Checklist', items: check_list.filter(({ is_former }) => !is_former) },
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

/** Above and below the line of a photo's caption: "Photo 2 · Meter", "Kai Brown, Tue 17 Nov 2026, 9:50 am". */
export function photoWords(
  { check_list, site }: Pick<VisitReport, 'check_list' | 'site'>,
  { id, by, taken_at }: Pick<VisitReport['photos'][number], 'id' | 'by' | 'taken_at'>,
  place: number,
): { title: string; detail: string } {
  const shows = check_list.find(({ kind, answer }) => kind === 'photo' && answer === id)?.text ?? '';
  const number = place === 0 ? 'Photo' : `Photo ${place}`;
  return {
    title: shows === '' ? number : `${number} · ${shows}`,
    detail: [by, momentInWords(taken_at, site.zone)].filter((part) => part !== '').join(', '),
  };
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

/** What is signed for, over the place for the hand and on the report. */
export function signatureStatement({
  name,
  as,
  customer,
}: {
  name: string;
  as: string;
  customer: string;
}): string {
  const who = name === '' ? 'The person signing' : name;
  const isSelf = name.trim().toLowerCase() === customer.trim().toLowerCase();
  const role = as === '' || (isSelf && as.toLowerCase() === 'customer') ? '' : `, ${lowerFirst(as)},`;
  return `${who}${role} confirms ${isSelf ? '' : `for ${customer} `}what’s listed here.`;
}

/** "Kim Cole, tenant, Tue 17 Nov 2026, 9:50 am". */
export function signedWords(
  { name, as, signed_at }: Pick<NonNullable<VisitReport['signature']>, 'name' | 'as' | 'signed_at'>,
  zone: string,
): string {
  return [name, lowerFirst(as), momentInWords(signed_at, zone)].filter((part) => part !== '').join(', ');
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** "Pressure: 480, now 510", "2 photos added". */
export function contentChangeWords({ how, what, before, after }: ContentChange): string {
  if (how === 'left out') return `${what}: left out of this report`;
  if (how === 'changed') return before === null ? `${what} changed` : `${what}: ${before}, now ${after}`;
  const value = how === 'added' ? after : before;
  return value === null ? `${what} ${how}` : `${what} (${value}) ${how}`;
}

/** "Priya Nair, Tue 17 Nov 2026, 9:00 am"; empty where nobody knows. */
export function changedByWords({ by, at }: Pick<ContentChange, 'by' | 'at'>, zone: string): string {
  return [by, at === null ? '' : momentInWords(at, zone)].filter((part) => part !== '').join(', ');
}

export const sectionWords: Record<ReportSection, string> = {
  description: 'What was asked for',
  'check list': 'Checklist',
  parts: 'Parts used',
  photos: 'Photos',
};

const partWords: Partial<Record<ContentPart, string>> = { description: 'what was asked for' };

/** "photos, times". */
export function contentPartsInWords(parts: readonly ContentPart[]): string {
  return parts.map((part) => partWords[part] ?? part).join(', ');
}
