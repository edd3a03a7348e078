import { DAY_MS, HOUR_MS } from '@muster/domain/values/minutes';
import type { Drives, Journeys, WantedRoads } from '@muster/domain/dispatch/roads/rules';
import { tablesToAsk, wantedRoads } from '@muster/domain/dispatch/roads/rules';
import type { BoardRoads, RouteLines } from '@muster/domain/dispatch/roads/schema';
import { estimatedMinutes, type Place, placeCode, roadMinutes } from '@muster/domain/values/travel';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Leg, RouteRow } from './store.ts';
import {
  forgetRoads,
  readDrives,
  readLines,
  readRoutes,
  readTimes,
  readTravel,
  readWaiting,
} from './store.ts';

export { forgetRoads };

/** Between two moments. */
export interface Stretch {
  readonly from: Date;
  readonly to: Date;
}

const EVENING_MS = 6 * HOUR_MS;

/** What streams are told when road times or lines have come: read them again. */
export const ROADS = 'roads';

/** What is known of the drives between the places of a board, for whoever has the rest of it already; a shift of the day before may go on in the first night. */
export async function roadsOf(db: Tx, { from, to }: Stretch): Promise<BoardRoads> {
  const evening = new Date(from.getTime() - DAY_MS - EVENING_MS);
  const { routes, waiting } = await readJourneys(db, { from: evening, to });
  const bases = routes.flatMap(({ base }) => base ?? []);
  const places = [...new Set([...bases, ...routes.flatMap(({ stops }) => stops), ...waiting])];
  return { places, times: await readTimes(db, places) };
}

/** How long each of these drives takes: by road where that is known, else estimated, as the business reckons it. */
export async function timesOfDrives(
  db: Tx,
  drives: readonly { readonly from: Place; readonly to: Place }[],
): Promise<{ minutes: number; is_by_road: boolean }[]> {
  if (drives.length === 0) return [];
  const legs = drives.map(({ from, to }): Leg => [placeCode(from.position), placeCode(to.position)]);
  const roads = new Map<number, Map<number, number>>();
  for (const { from, to, minutes } of await readDrives(db, legs))
    roads.set(from, (roads.get(from) ?? new Map<number, number>()).set(to, minutes));
  const travel = { ...(await readTravel(db)), roads };
  return drives.map(({ from, to }) => {
    if (from.id === to.id) return { minutes: 0, is_by_road: false };
    const driven = roadMinutes(from, to, travel);
    return { minutes: driven ?? estimatedMinutes(from, to, travel), is_by_road: driven !== undefined };
  });
}

/** What the boards of a stretch still have to ask a routing service for. */
export async function missingRoads(
  db: Tx,
  stretch: Stretch,
  { largest, since }: { largest: number; since: Date },
): Promise<{ tables: number[][]; wanted: WantedRoads }> {
  const journeys = await readJourneys(db, stretch);
  const wanted = wantedRoads(journeys, largest);
  const places = [...wanted.drives.keys()];
  const known = drivesOf(places, await readTimes(db, places, since));
  return { tables: tablesToAsk(wanted, known, largest), wanted };
}

async function readJourneys(db: Tx, stretch: Stretch): Promise<Journeys> {
  const routes = (await readRoutes(db, stretch)).map((row) => ({
    base: baseOf(row),
    stops: row.stops.map(placeCode),
  }));
  return { routes, waiting: (await readWaiting(db)).map(placeCode) };
}

function baseOf({ base_latitude: latitude, base_longitude: longitude }: RouteRow): number | null {
  return latitude === null || longitude === null ? null : placeCode({ latitude, longitude });
}

function drivesOf(places: readonly number[], times: BoardRoads['times']): Drives {
  return new Map(
    times.map(([from, ...drives]) => [
      places[from!]!,
      new Set(drives.filter((_, at) => at % 2 === 0).map((to) => places[to]!)),
    ]),
  );
}

/** The ways along a technician's day, or everybody's, as far as they are known, and those that are to be asked for. */
export async function linesOf(
  db: Tx,
  stretch: Stretch,
  { technician, since }: { technician: string | undefined; since: Date },
): Promise<{ lines: RouteLines['lines']; missing: Leg[] }> {
  const legs = (await readRoutes(db, { ...stretch, technician })).flatMap(legsOf);
  const known = await readLines(db, legs);
  const fresh = new Set(
    known.filter(({ asked_at }) => new Date(asked_at) > since).map(({ from, to }) => `${from} ${to}`),
  );
  return {
    lines: known.flatMap(({ from, to, line }) => (line === null ? [] : [{ from, to, line }])),
    missing: legs.filter(([from, to]) => !fresh.has(`${from} ${to}`)),
  };
}

/** From the base from visit to visit and home. */
function legsOf(row: RouteRow): Leg[] {
  const base = baseOf(row);
  const stops = row.stops.map(placeCode);
  const places = base === null ? stops : [base, ...stops, base];
  return places
    .slice(1)
    .map((to, at): Leg => [places[at]!, to])
    .filter(([from, to]) => from !== to);
}
