import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import { startWarmUp } from '@muster/optimiser/worker/warm-up';
import { sampleDays } from '@muster/optimiser/samples/days';
import { finish, solve } from '@muster/optimiser/solve';

import { clock } from './clock.ts';

export type FieldDay = {
  readonly name: string;
  readonly broken: number;
  readonly unplaced: number;
  /** Milliseconds to the first schedule. */
  readonly firstSchedule: number;
  /** Cost after 1 s over that after 60 s, in percent. */
  readonly gap: number;
  readonly megabytes: number;
};

const shapes = [
  { name: '20 technicians × 150 visits × 5 days', technicians: 20, visitsPerDay: 150, days: 5 },
  { name: '100 technicians × 1,500 visits', technicians: 100, visitsPerDay: 1500, days: 1 },
];

/** Days of Sydney's trades at full size, planned as by a worker that has warmed up, or cold. */
export function measureField(longSeconds: number, seed: number, cold: boolean): FieldDay[] {
  if (!cold) finish(startWarmUp());
  return shapes.map(({ name, ...shape }) => {
    const problem = sampleDays({ ...shape, seed });
    const began = clock();
    let firstSchedule = Number.NaN;
    const onBest = (): void => {
      if (Number.isNaN(firstSchedule)) firstSchedule = clock() - began;
    };
    const quick = solve(problem, { seed: 1, stop: { milliseconds: 1000, clock }, onBest });
    const long = solve(problem, { seed: 1, stop: { milliseconds: longSeconds * 1000, clock } });
    return {
      name,
      broken: evaluate(problem, quick.schedule).violations.length,
      unplaced: quick.schedule.unplaced.length,
      firstSchedule,
      gap: (quick.cost / long.cost - 1) * 100,
      megabytes: process.memoryUsage().rss / 1_048_576,
    };
  });
}
