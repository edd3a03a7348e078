import { sampleDays } from '@muster/optimiser/sample-day';
import { solve } from '@muster/optimiser/solve';

import { clock } from './clock.ts';

export type ScalePoint = { readonly visits: number; readonly milliseconds: number };

/** Close enough: this far above the best plan known for the day. */
const QUALITY = 1.05;

/** Time until the plan of a day is within 5 % of the best known for it, by its number of visits. */
export function measureScale(sizes: readonly number[], secondsPerHundred: number): ScalePoint[] {
  return sizes.map((visits) => {
    const problem = sampleDays({
      technicians: Math.ceil(visits / 8),
      visitsPerDay: visits,
      days: 1,
      seed: 3,
    });
    const milliseconds = 10 * visits * secondsPerHundred;
    const best = solve(problem, { seed: 2, stop: { milliseconds: 3 * milliseconds, clock } }).cost;
    // The annealing ends when its time does, so the shortest of a few times that suffices is looked for.
    let enough = milliseconds;
    for (let share = 1 / 32; share < 1; share *= 2) {
      const { cost } = solve(problem, { seed: 1, stop: { milliseconds: milliseconds * share, clock } });
      if (cost > best * QUALITY) continue;
      enough = milliseconds * share;
      break;
    }
    return { visits, milliseconds: enough };
  });
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
