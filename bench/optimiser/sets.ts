import { solve } from '@muster/optimiser/solve';
import type { Options } from '@muster/optimiser/solve';

import type { Instance } from './instance.ts';
import { toProblem } from './instance.ts';
import { verify } from './verify.ts';

export type Measurement = {
  readonly name: string;
  readonly set: string;
  readonly cost: number;
  readonly gap: number;
  readonly iterations: number;
};

/** Solves one instance and lets the independent verifier confirm the cost. */
export function measure({ name, set, best, raw }: Instance, options: Options): Measurement {
  const result = solve(toProblem(raw), options);
  const routes: number[][] = raw.vehicles.map(() => []);
  for (const { technician, stops } of result.schedule.routes)
    routes[Number(technician.slice(1))]?.push(...stops.map(({ visit }) => Number(visit.slice(1))));
  const cost = verify(raw, routes);
  if (cost !== result.cost)
    throw new Error(`${name}: the optimiser says ${result.cost}, the verifier ${cost}`);
  return { name, set, cost, gap: (cost / best - 1) * 100, iterations: result.iterations };
}
