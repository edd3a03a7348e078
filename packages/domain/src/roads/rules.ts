import type { BoardTables } from '../board/schema.ts';
import { placeCode, type RoadTimes } from '../scheduling/travel.ts';
import type { BoardRoads } from './schema.ts';

export const noRoads: BoardRoads = { places: [], times: [] };

/** What a board carries, as the rules of a schedule ask it. */
export function roadTimes({ places, times }: BoardRoads): RoadTimes {
  return new Map(
    times.map(([from, ...drives]) => {
      const own = new Map<number, number>();
      for (let at = 0; at < drives.length; at += 2) own.set(places[drives[at]!]!, drives[at + 1]!);
      return [places[from!]!, own];
    }),
  );
}

/** Every place that somebody on a board may drive to or from, once each. */
export function placesOnBoard({ sites, technicians }: Pick<BoardTables, 'sites' | 'technicians'>): number[] {
  const bases = technicians.flatMap(({ base_latitude: latitude, base_longitude: longitude }) =>
    latitude === null || longitude === null ? [] : [placeCode({ latitude, longitude })],
  );
  return [...new Set([...bases, ...sites.map(placeCode)])];
}
