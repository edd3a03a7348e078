import { addDays, dateAt, type LocalDate } from '@muster/domain/values/local-time';
import { epochMinutes } from '@muster/domain/values/minutes';
import type { OwnVisit } from '../api.ts';

export interface OwnDay {
  day: LocalDate;
  visits: OwnVisit[];
}

/** A week, today with it. */
const DAYS = 7;

/** Today, even when it is empty, then the days of the coming week with something on them. */
export function comingDays(visits: readonly OwnVisit[], today: LocalDate, zone: string): OwnDay[] {
  const byDay = grouped(visits, zone);
  const week = Array.from({ length: DAYS }, (_, ahead) => addDays(today, ahead));
  return week
    .map((day) => ({ day, visits: byDay.get(day) ?? [] }))
    .filter(({ day, visits }) => day === today || visits.length > 0);
}

/** What was, the latest day first. */
export function pastDays(visits: readonly OwnVisit[], today: LocalDate, zone: string): OwnDay[] {
  return [...grouped(visits, zone)]
    .filter(([day]) => day < today)
    .map(([day, visits]) => ({ day, visits }))
    .toSorted((a, b) => b.day.localeCompare(a.day));
}

/** The visit that comes next, or is under way. */
export function nextVisit(visits: readonly OwnVisit[]): string | undefined {
  return visits.find(({ state, progress }) => progress !== 'done' && state !== 'cancelled')?.id;
}

function grouped(visits: readonly OwnVisit[], zone: string): Map<LocalDate, OwnVisit[]> {
  return Map.groupBy(visits, ({ starts_at }) =>
    dateAt(epochMinutes(Math.floor(Date.parse(starts_at) / 60_000)), zone),
  );
}
