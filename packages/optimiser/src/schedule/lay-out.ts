import type { Schedule, Problem } from '@muster/domain/scheduling/problem';

import type { Compiled } from '../model/compiled.ts';
import { compile } from '../model/compile.ts';
import { loadSchedule } from './load.ts';
import { noNeighbours } from '../near/neighbours.ts';
import { createRandom } from '../search/random.ts';
import type { Work } from './work.ts';
import { createWork } from './work.ts';
import { timing } from '../times/timing.ts';

/** A schedule laid out for questions, without a search: every rule counts, so the model is rich. */
export function layOut(
  problem: Problem,
  schedule: Schedule,
): { readonly compiled: Compiled; readonly work: Work } {
  const compiled = compile(problem, { forQuestions: true });
  const work = createWork(compiled.model, noNeighbours(compiled.model), createRandom(0), timing);
  loadSchedule(compiled, work, schedule);
  return { compiled, work };
}
