import { defaultTravel, type Place, travelMinutes } from '../../values/travel.ts';
import type { Random } from './random.ts';
import type { JobKind } from './trade.ts';

/** A visit of somebody's day, in minutes since 1970. */
export interface Stop<Site extends Place> {
  readonly site: Site;
  readonly kind: JobKind;
  readonly start: number;
  readonly end: number;
}

export interface DayToFill<Site extends Place> {
  readonly base: Place;
  readonly start: number;
  readonly end: number;
  /** When the break begins, and how long it is. */
  readonly lunch: number;
  readonly lunchLength: number;
  /** What is arranged already, with colleagues: in order, and never touching. */
  readonly fixed: readonly Stop<Site>[];
  readonly sites: readonly Site[];
  readonly kinds: readonly JobKind[];
}

const GRID = 15;
/** Of so many places the nearest is taken: days look like rounds, not like a zigzag across the city. */
const CANDIDATES = 8;
/** So many are tried before the day, or the time before an arrangement, is full. */
const PROPOSALS = 6;
/** Now and then somebody has an hour to spare. */
const IDLE_SHARE = 0.08;

/** Fills somebody's day with visits that fit: with the drives between them, the break, and home at the end of the shift. */
export function fillDay<Site extends Place>(random: Random, day: DayToFill<Site>): Stop<Site>[] {
  const stops: Stop<Site>[] = [];
  let at = day.start;
  let place: Place = day.base;
  let hasEaten = false;
  // Nobody goes to the same place twice a day.
  const seen = new Set(day.fixed.map(({ site }) => site.id));
  for (const next of [...day.fixed, undefined]) {
    for (;;) {
      if (!hasEaten && at >= day.lunch) [at, hasEaten] = [at + day.lunchLength, true];
      const from = random.chance(IDLE_SHARE) ? at + 60 : at;
      const proposals = Array.from({ length: PROPOSALS }, () => propose(random, day, place, from)).filter(
        ({ site }) => !seen.has(site.id),
      );
      const stop = proposals.find(({ site, end }) =>
        next
          ? end + travelMinutes(site, next.site, defaultTravel) + day.lunchLength <= next.start
          : end + travelMinutes(site, day.base, defaultTravel) + (hasEaten ? 0 : day.lunchLength) <= day.end,
      );
      if (!stop) break;
      stops.push(stop);
      seen.add(stop.site.id);
      [at, place] = [stop.end, stop.site];
    }
    if (next) {
      stops.push(next);
      [at, place] = [next.end, next.site];
    }
  }
  return stops;
}

function propose<Site extends Place>(
  random: Random,
  { sites, kinds }: DayToFill<Site>,
  place: Place,
  from: number,
): Stop<Site> {
  const kind = pickKind(random, kinds);
  const near = Array.from({ length: CANDIDATES }, () => random.pick(sites)).map((site) => ({
    site,
    drive: travelMinutes(place, site, defaultTravel),
  }));
  const { site, drive } = near.reduce((best, other) => (other.drive < best.drive ? other : best));
  const start = Math.ceil((from + drive) / GRID) * GRID;
  return { site, kind, start, end: start + kind.duration };
}

export function pickKind(random: Random, kinds: readonly JobKind[]): JobKind {
  let left = random.next() * kinds.reduce((sum, { share }) => sum + share, 0);
  return kinds.find(({ share }) => (left -= share) < 0) ?? kinds.at(-1)!;
}
