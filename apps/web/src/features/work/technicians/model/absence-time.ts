import type { Absence } from '@muster/domain/work/technicians/schema';
import { dateInWords, dayAndMonth } from '@muster/domain/values/clock-words';
import {
  addDays,
  dateAt,
  type LocalDate,
  type LocalTime,
  momentOf,
  startOfDay,
  timeAt,
} from '@muster/domain/values/local-time';
import { type EpochMinutes, minuteAt, dateOf } from '@muster/domain/values/minutes';
import { clockWords } from '../../../../lib/format/clock.ts';
import type { Wrong } from '../../../../lib/kit/form/form-input.ts';

type Times = Pick<Absence, 'starts_at' | 'ends_at' | 'whole_days'>;

/** An absence as somebody writes it down: from one day to another, both included, or a part of each. */
export interface AbsenceTime {
  whole_days: boolean;
  first: string;
  last: string;
  from: string;
  to: string;
}

export const absenceNames = { leave: 'Leave', sick: 'Sick', training: 'Training' } as const;

/** In the zone of the business. Whole days end with the last of them. */
export function asTime({ starts_at, ends_at, whole_days }: Times, zone: string): AbsenceTime {
  const [start, end] = [minutesOf(starts_at), minutesOf(ends_at)];
  const last = dateAt(end, zone);
  return {
    whole_days,
    first: dateAt(start, zone),
    last: whole_days ? addDays(last, -1) : last,
    from: whole_days ? '07:00' : timeAt(start, zone),
    to: whole_days ? '15:30' : timeAt(end, zone),
  };
}

export function asMoments({ whole_days, first, last, from, to }: AbsenceTime, zone: string): Times {
  const [start, end] = [first as LocalDate, last as LocalDate];
  return {
    whole_days,
    starts_at: momentWords(whole_days ? startOfDay(start, zone) : momentOf(start, from as LocalTime, zone)),
    ends_at: momentWords(
      whole_days ? startOfDay(addDays(end, 1), zone) : momentOf(end, to as LocalTime, zone),
    ),
  };
}

export const wholeDay = (day: LocalDate): AbsenceTime => ({
  whole_days: true,
  first: day,
  last: day,
  from: '07:00',
  to: '15:30',
});

/** From a time of the day on. */
export const restOfDay = (day: LocalDate, from: LocalTime): AbsenceTime => ({
  whole_days: false,
  first: day,
  last: addDays(day, 1),
  from,
  to: '00:00',
});

/** Days one after the other on which somebody is away. */
export interface AwayDays {
  from: LocalDate;
  to: LocalDate;
}

/** Those of an absence that are not over, and no more than `most`; nothing where it is over. */
export function daysAhead(
  absence: Times,
  zone: string,
  today: LocalDate,
  most: number,
): AwayDays | undefined {
  const first = dateAt(minutesOf(absence.starts_at), zone);
  const last = dateAt((minutesOf(absence.ends_at) - 1) as EpochMinutes, zone);
  if (last < today) return undefined;
  const from = first < today ? today : first;
  const end = addDays(from, most - 1);
  return { from, to: last < end ? last : end };
}

/** An absence that begins on another day; its last day follows where it would be before that. */
export function fromDay({ last }: Pick<AbsenceTime, 'last'>, first: string) {
  return last < first ? { first, last: first } : { first };
}

/** Why somebody is away at a moment. */
export function awayAt(absences: readonly Absence[], now: number): Absence['kind'] | null {
  const isOn = ({ starts_at, ends_at }: Absence) => Date.parse(starts_at) <= now && now < Date.parse(ends_at);
  return absences.find(isOn)?.kind ?? null;
}

/** What is wrong with it, in words. */
export function absenceProblem(time: AbsenceTime): Wrong<AbsenceTime> | undefined {
  const { first, last, whole_days, from, to } = time;
  if (first === '' || last === '' || (!whole_days && (from === '' || to === '')))
    return { text: 'Enter a start and an end.' };
  if (last < first || (!whole_days && last === first && to <= from))
    return { text: 'An absence must end after it starts.' };
  return undefined;
}

/** "Mon 16 Nov", "Mon 16 – Fri 20 Nov", "Mon 16 Nov, 9:00 am – 12:00 pm". */
export function absenceWords(times: Times, zone: string): string {
  const { whole_days, first, last, from, to } = asTime(times, zone);
  const [start, end] = [first as LocalDate, last as LocalDate];
  if (whole_days) return first === last ? dateInWords(start) : `${dateInWords(start)} – ${dateInWords(end)}`;
  if (first === last) return `${dateInWords(start)}, ${clockWords(from)} – ${clockWords(to)}`;
  return `${dateInWords(start)}, ${clockWords(from)} – ${dayAndMonth(end)}, ${clockWords(to)}`;
}

function minutesOf(moment: string): EpochMinutes {
  return minuteAt(moment);
}

function momentWords(at: EpochMinutes): string {
  return dateOf(at).toISOString();
}
