import type { Problem, Route, Schedule, Technician, Visit } from '@muster/domain/dispatch/scheduling/problem';
import { defaultWeights } from '@muster/domain/dispatch/scheduling/problem';

import type { Random } from '../search/random.ts';
import { createRandom, nextBelow } from '../search/random.ts';

export type FeasibleSize = {
  readonly technicians: number;
  readonly visitsEach: number;
  /** How far a window reaches to either side of the start in the known schedule. */
  readonly width: number;
};

const PLACES = 15;
const MORNING = 480;

/**
 * A problem with a schedule for it that has every visit and keeps every rule, so that nobody can say there was none. Every
 * third round is done by crews of two, one of whom holds a ticket that the other lacks.
 */
export function sampleFeasible(
  seed: number,
  { technicians: count, visitsEach, width }: FeasibleSize,
): { readonly problem: Problem; readonly schedule: Schedule } {
  const random = createRandom(seed);
  const travel = sampleMatrix(random);
  const drive = (from: number, to: number): number => travel.times[from * PLACES + to]!;
  const homes = Array.from({ length: count }, () => nextBelow(random, PLACES));
  const at = homes.map((place) => ({ place, time: MORNING }));
  const stops: { visit: string; start: number }[][] = homes.map(() => []);
  const visits: Visit[] = [];
  const add = (members: readonly number[]): void => {
    const place = nextBelow(random, PLACES);
    const duration = 15 + 5 * nextBelow(random, 6);
    const arrivals = members.map((t) => at[t]!.time + drive(at[t]!.place, place));
    const start = Math.max(...arrivals) + nextBelow(random, 20);
    const id = `v${visits.length}`;
    visits.push({
      id,
      place,
      duration,
      windows: [{ start: start - nextBelow(random, width + 1), end: start + nextBelow(random, width + 1) }],
      ...(members.length > 1 && { crew: 2, crewSkills: [[`ticket ${members[0]!}`], []] }),
    });
    for (const t of members) {
      stops[t]!.push({ visit: id, start });
      at[t] = { place, time: start + duration };
    }
  };
  for (let round = 0; round < visitsEach; round++) {
    const inPairs = round % 3 === 2;
    for (let t = 0; t < count; t += inPairs ? 2 : 1) add(inPairs && t + 1 < count ? [t, t + 1] : [t]);
  }
  const technicians = homes.map((home, t): Technician => {
    const end = at[t]!.time + drive(at[t]!.place, home);
    const shift = { id: 'day', start: MORNING, end, startPlace: home, endPlace: home };
    return { id: `t${t}`, name: `Technician ${t}`, skills: [`ticket ${t}`], shifts: [shift] };
  });
  const routes = stops.map((own, t): Route => ({
    technician: `t${t}`,
    shift: 'day',
    stops: own,
    breaks: [],
  }));
  return {
    problem: { travel: [travel], technicians, visits, weights: defaultWeights },
    schedule: { routes, unplaced: [] },
  };
}

function sampleMatrix(random: Random): Problem['travel'][number] {
  const points = Array.from(
    { length: PLACES },
    () => [nextBelow(random, 30), nextBelow(random, 30)] as const,
  );
  const times = points.flatMap((a) => points.map((b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1])));
  return { places: PLACES, times: Int32Array.from(times) };
}
