import type { JobRecord } from '@muster/domain/work/jobs/schema';
import type { VisitRecord } from '@muster/domain/work/visits/schema';
import { mayMove, moveProblem } from '@muster/domain/work/visits/states';
import type { Writer } from '../../../platform/changes/tracked.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { clearCrews, holdCrews } from '../../work/assignments/service.ts';
import { holdVisits, readFacts } from '../../work/visit-states/service.ts';
import {
  settledJob,
  settledVisit,
  tellVisit,
  tellVisits,
  visitOf,
  visitsOf,
} from '../../work/visits/service.ts';

/** Nobody keeps time for a cancelled visit: its bookings go, and come back with an undo. */
export async function cancelVisit(write: Writer, id: string, reason: string): Promise<VisitRecord> {
  await holdCrews(write, [id]);
  const { state } = await visitOf(write.db, id);
  const problem = moveProblem(state, 'cancelled');
  if (problem !== undefined) throw new Failure('conflict', problem);
  await cancel(write, [id], reason);
  return settledVisit(write, id);
}

/** It waits for somebody again, as it did before anybody was planned for it. */
export async function restoreVisit(write: Writer, id: string): Promise<VisitRecord> {
  await holdVisits(write.db, [id]);
  const { state } = await visitOf(write.db, id);
  if (state !== 'cancelled') throw new Failure('conflict', 'This visit isn’t cancelled.');
  await tellVisit(write, id, { cancelled_at: null, outcome_reason: '' });
  return settledVisit(write, id);
}

/** What has been done at a job stays done; what is still ahead is called off. */
export async function cancelJob(write: Writer, job: string, reason: string): Promise<JobRecord> {
  const all = await visitsOf(write.db, job);
  await holdCrews(write, all);
  const known = await readFacts(write.db, all);
  const open = known.filter(({ state }) => mayMove(state, 'cancelled')).map(({ id }) => id);
  if (open.length === 0) throw new Failure('conflict', 'This job has no visits to cancel.');
  await cancel(write, open, reason);
  return settledJob(write, job);
}

async function cancel(write: Writer, ids: readonly string[], reason: string): Promise<void> {
  await clearCrews(write, ids);
  await tellVisits(write, ids, {
    cancelled_at: write.at.toISOString(),
    dispatched_at: null,
    outcome_reason: reason.trim(),
  });
}
