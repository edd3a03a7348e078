import type { DayMap } from './day-map.ts';
import type { Spot } from './spots.ts';

/** What stands for visits on the map: their dots, and the routes that they are on. */
export function markingsIn({ routes }: Pick<DayMap, 'routes'>, spots: readonly Spot[]) {
  const spotOf = new Map(spots.flatMap(({ id, stops }) => stops.map(({ visit }) => [visit.row.id, id])));
  const goingTo = new Map<string, string[]>();
  for (const { technician, stops } of routes)
    for (const { visit } of stops)
      goingTo.set(visit.row.id, [...(goingTo.get(visit.row.id) ?? []), technician]);
  return (visits: readonly string[]) => ({
    spots: [...new Set(visits.flatMap((visit) => spotOf.get(visit) ?? []))],
    technicians: [...new Set(visits.flatMap((visit) => goingTo.get(visit) ?? []))],
  });
}
