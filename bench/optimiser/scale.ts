import { sampleDays } from '@muster/optimiser/samples/days';
import { solve } from '@muster/optimiser/solve';

import { clock } from './clock.ts';

export type ScalePoint = { readonly visits: number; readonly milliseconds: number };

/** Close enough: this far above the best schedule known for the day. */
const QUALITY = 0.05;
/** The shortest run tried, as a share of the longest; each next one is twice as long. */
const SHORTEST = 1 / 512;
const SEEDS = [1, 2];

/**
 * Time until the schedule of a day is within 5 % of the best known for it, by its number of visits. A run's cooling depends on
 * its length, so runs of growing length are made, several seeds each; the time is where their mean gap comes down to
 * the quality, between two lengths on the straight line through the logarithms. A size that never gets there is an error, not
 * a measurement.
 */
export function measureScale(sizes: readonly number[], secondsPerHundred: number): ScalePoint[] {
  return sizes.map((visits) => {
    const technicians = Math.ceil(visits / 8);
    const problem = sampleDays({ technicians, visitsPerDay: visits, days: 1, seed: 3 });
    const longest = 10 * visits * secondsPerHundred;
    const cost = (milliseconds: number, seed: number): number =>
      solve(problem, { seed, stop: { milliseconds, clock } }).cost;
    const best = Math.min(...[3, 4].map((seed) => cost(longest, seed)));
    let before: { time: number; gap: number } | undefined;
    for (let time = longest * SHORTEST; time <= longest; time *= 2) {
      const gap = SEEDS.reduce((sum, seed) => sum + cost(time, seed) / best - 1, 0) / SEEDS.length;
      if (gap <= QUALITY) return { visits, milliseconds: crossing(before, { time, gap }) };
      before = { time, gap };
    }
    throw new Error(`${visits} visits: not within ${QUALITY * 100} % of ${best} in ${longest} ms`);
  });
}

/** When the gap was as small as asked for, between a length that did not reach it and one that did. */
function crossing(
  before: { readonly time: number; readonly gap: number } | undefined,
  after: { readonly time: number; readonly gap: number },
): number {
  if (before === undefined || after.gap <= 0) return after.time;
  const share = Math.log(before.gap / QUALITY) / Math.log(before.gap / after.gap);
  return before.time * (after.time / before.time) ** share;
}

/** Exponent of the growth: the slope of a straight line through the logarithms. */
export function growth(points: readonly ScalePoint[]): number {
  const xs = points.map(({ visits }) => Math.log(visits));
  const ys = points.map(({ milliseconds }) => Math.log(milliseconds));
  const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;
  const mx = mean(xs);
  const my = mean(ys);
  const over = xs.reduce((sum, x, i) => sum + (x - mx) * ((ys[i] ?? my) - my), 0);
  return over / xs.reduce((sum, x) => sum + (x - mx) ** 2, 0);
}
