import type { VisitState } from '@muster/domain/scheduling/board/rows';
import { visitState } from '@muster/domain/visits/rules';
import type { Writer } from '../../platform/changes/tracked.ts';
import { followVisits } from '../jobs/service.ts';
import { holdVisits, type KnownVisit, readFacts, writeStates } from './store.ts';

export { holdVisits, type KnownVisit, readFacts };

export function stateOf(visit: KnownVisit): VisitState {
  return visitState(
    visit,
    visit.progress.map((progress) => ({ progress })),
  );
}

/** Writes what the states of these visits and their jobs have become. Whoever is on them hears of it. */
export async function followAssignments(
  write: Writer,
  ids: readonly string[],
  jobs: readonly string[] = [],
): Promise<void> {
  await holdVisits(write.db, ids);
  const known = await readFacts(write.db, ids);
  const changed = known
    .map((visit) => ({ id: visit.id, was: visit.state, state: stateOf(visit) }))
    .filter(({ was, state }) => was !== state);
  if (changed.length > 0) await writeStates(write.db, changed);
  const concerned = [...jobs, ...known.map(({ job_id }) => job_id)];
  write.concern([...concerned, ...known.flatMap(({ technicians }) => technicians)]);
  await followVisits(write.db, concerned);
}
