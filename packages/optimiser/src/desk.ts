import type { Plan, Problem } from '@muster/domain/scheduling/problem';

import type { Compiled } from './compile.ts';
import { compile } from './compile.ts';
import { loadPlan } from './load.ts';
import { noNeighbours } from './neighbours.ts';
import { createRandom } from './random.ts';
import type { Work } from './work.ts';
import { createWork } from './work.ts';

/** A plan laid out for questions, without a search: every rule counts, so the model is rich. */
export function layOut(problem: Problem, plan: Plan): { readonly compiled: Compiled; readonly work: Work } {
  const compiled = compile(problem, true);
  const work = createWork(compiled.model, noNeighbours(compiled.model), createRandom(0));
  loadPlan(compiled, work, plan);
  return { compiled, work };
}
