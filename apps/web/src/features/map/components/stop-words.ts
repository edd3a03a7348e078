import { timeInWords } from '@muster/domain/values/clock-words';
import type { Stop } from '../model/day-map.ts';
import type { Spot } from '../model/spots.ts';

/** "9:30 am · Ryde · 60 min", or of what waits "P1 · Ryde · 60 min". */
export function stopWords({ visit: { row }, start }: Stop, zone: string): string {
  return [
    start === null ? row.priority : timeInWords(start, zone),
    row.site.suburb,
    `${row.duration} min`,
  ].join(' · ');
}

/** " · Kai and Kim", or that nobody goes there yet. */
export function crewWords({ crews }: Spot, visit: string): string {
  return ` · ${crews.get(visit)?.join(' and ') ?? 'unscheduled'}`;
}
