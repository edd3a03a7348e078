import { minuteOf } from '@muster/domain/work/assignments/rules';
import { dateInWords, dayInWords, lengthInWords, timeInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import { agreedInWords } from '@muster/domain/work/visits/promise';
import type { Visit } from '@muster/domain/work/visits/schema';

type Promised = Pick<Visit, 'on_date' | 'window_from' | 'window_to' | 'not_before' | 'due_by'>;

/** "Agreed Mon 16 Nov, 9–11 am, due by Fri 20 Nov". */
export function promiseWords({ not_before, due_by, ...asked }: Promised): string {
  const agreed = agreedInWords(asked);
  const parts = [
    agreed === '' ? '' : `Agreed ${agreed}`,
    not_before === null ? '' : `not before ${dateInWords(not_before as LocalDate)}`,
    due_by === null ? '' : `due by ${dateInWords(due_by as LocalDate)}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** "Mon 16 Nov, 9:30 am to 10:30 am", as the clocks at the site show it. */
export function bookingWords(
  { starts_at, ends_at }: { starts_at: string; ends_at: string },
  zone: string,
): string {
  const [from, to] = [minuteOf(starts_at), minuteOf(ends_at)];
  return `${dayInWords(from, zone)}, ${timeInWords(from, zone)} to ${timeInWords(to, zone)}`;
}

/** "Mon 16 Nov, 9:30 am". */
export function startWords(starts_at: string, zone: string): string {
  const from = minuteOf(starts_at);
  return `${dayInWords(from, zone)}, ${timeInWords(from, zone)}`;
}

/** "1 h 30 min · crew of 2 · Gas fitting". */
export function needWords(
  {
    duration,
    crew_size,
    skills,
    crew_skills,
  }: Pick<Visit, 'duration' | 'crew_size' | 'skills' | 'crew_skills'>,
  nameOf: (skill: string) => string,
): string {
  const own = crew_skills.flatMap((list, at) =>
    list.length === 0 ? [] : [`member ${at + 1}: ${list.map(nameOf).join(', ')}`],
  );
  return [
    lengthInWords(duration),
    crew_size > 1 ? `crew of ${crew_size}` : '',
    skills.map(nameOf).join(', '),
    ...own,
  ]
    .filter(Boolean)
    .join(' · ');
}
