import { visitState } from '@muster/domain/work/visits/rules';
import { hasBegun, type VisitState } from '@muster/domain/work/visits/states';
import type { Writer } from '../../../platform/changes/tracked.ts';
import { createHook } from '../../../platform/hook.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { followVisits } from '../jobs/service.ts';
import { holdVisits, type KnownVisit, listInactive, readFacts, writeStates } from './store.ts';

export { holdVisits, type KnownVisit, readFacts };

/** Somebody has been told to come, and nobody does. */
const expected: ReadonlySet<VisitState> = new Set(['dispatched', 'en route']);
const nobodyComes: ReadonlySet<VisitState> = new Set(['unscheduled', 'cancelled']);

/**
 * Whatever became of visits, by whichever way: their customers may have to be told. Some of them are there no more; of those that were
 * withdrawn nobody comes, who was expected.
 */
export const followCustomers = createHook<
  [write: Writer, present: readonly string[], gone: readonly string[], withdrawn: readonly string[]],
  void
>('customers told of visits');

export function stateOf(visit: KnownVisit): VisitState {
  return visitState(
    visit,
    visit.progress.map((progress) => ({ progress })),
  );
}

/** Writes what the states of these visits and their jobs have become. Whoever is on them hears of it, and in a while the customer. */
export async function followAssignments(
  write: Writer,
  ids: readonly string[],
  jobs: readonly string[] = [],
): Promise<void> {
  // Visits are everybody's: what a scenario makes of them is read from its bookings.
  if (write.scenario !== null) return;
  await holdVisits(write.db, ids);
  const known = await readFacts(write.db, ids);
  const changed = known
    .map((visit) => ({ id: visit.id, was: visit.state, state: stateOf(visit) }))
    .filter(({ was, state }) => was !== state);
  await refuseInactive(
    write,
    changed
      .filter(({ was, state }) => state === 'dispatched' || (state === 'planned' && hasBegun(was)))
      .map(({ id }) => id),
  );
  if (changed.length > 0) await writeStates(write.db, changed);
  const concerned = [...jobs, ...known.map(({ job_id }) => job_id)];
  write.concern([...concerned, ...known.flatMap(({ technicians }) => technicians)]);
  await followVisits(write.db, concerned);
  const present = new Set(known.map(({ id }) => id));
  await followCustomers.run(
    write,
    [...present],
    ids.filter((id) => !present.has(id)),
    changed.filter(({ was, state }) => expected.has(was) && nobodyComes.has(state)).map(({ id }) => id),
  );
}

/** Nobody is told of work, or has work again that was begun, who has no licence for it. What they have done is a fact. */
async function refuseInactive({ db, at }: Writer, ahead: readonly string[]): Promise<void> {
  if (ahead.length === 0) return;
  const [name] = await listInactive(db, ahead, at);
  if (name !== undefined)
    throw new Failure('conflict', `${name} isn’t active. Give the visit to someone else first.`);
}
