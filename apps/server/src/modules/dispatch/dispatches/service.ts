import type { LocalDate } from '@muster/domain/values/local-time';
import type { VisitRecord } from '@muster/domain/work/visits/schema';
import { mayMove, moveProblem } from '@muster/domain/work/visits/states';
import type { Writer } from '../../../platform/changes/tracked.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { dayOf } from '../board/service.ts';
import { holdVisits, readFacts } from '../../work/visit-states/service.ts';
import { recordsOf, settledVisit, tellVisits } from '../../work/visits/service.ts';
import { listPlanned } from './store.ts';

/** Whoever is on it is told, and counts on it from now on. Back by an undo, or by calling it back. */
export async function dispatchVisit(write: Writer, id: string): Promise<VisitRecord> {
  await dispatchVisits(write, [id]);
  return settledVisit(write, id);
}

export async function dispatchVisits(write: Writer, ids: readonly string[]): Promise<{ visits: string[] }> {
  await holdVisits(write.db, ids);
  for (const { state } of (await recordsOf(write.db, ids)).values()) {
    const problem = moveProblem(state, 'dispatched');
    if (problem !== undefined) throw new Failure('conflict', problem);
  }
  await tellVisits(write, ids, { dispatched_at: write.at.toISOString() });
  return { visits: [...ids] };
}

/** Nobody counts on these any longer: they are planned, and may be planned otherwise. What has begun meanwhile stays as it is. */
export async function callBack(write: Writer, ids: readonly string[]): Promise<{ visits: string[] }> {
  await holdVisits(write.db, ids);
  const known = await readFacts(write.db, ids);
  const visits = known.filter(({ state }) => state === 'dispatched').map(({ id }) => id);
  const [first] = known;
  if (visits.length === 0)
    throw new Failure(
      'conflict',
      (first && moveProblem(first.state, 'planned')) ?? 'This visit isn’t dispatched.',
    );
  await tellVisits(write, visits, { dispatched_at: null });
  return { visits };
}

/** Everything that is planned for a day, or for a technician on that day, in one change. */
export async function dispatchDay(
  write: Writer,
  { date, technician }: { date: string; technician?: string },
): Promise<{ visits: string[] }> {
  const planned = await listPlanned(write.db, await dayOf(write.db, date as LocalDate), technician);
  await holdVisits(write.db, planned);
  const known = await readFacts(write.db, planned);
  const visits = known.filter(({ state }) => mayMove(state, 'dispatched')).map(({ id }) => id);
  await tellVisits(write, visits, { dispatched_at: write.at.toISOString() });
  return { visits };
}
