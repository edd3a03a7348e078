import type { Dismissal, FollowUp } from '@muster/domain/work/follow-ups/schema';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import { holdRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { isOpenFor, openOfJob } from './store.ts';

export const followUps: TrackedTable<FollowUp> = {
  name: 'follow_ups',
  columns: [
    'visit_id',
    'technician_id',
    'kind',
    'created_at',
    'decision',
    'decided_at',
    'decided_by',
    'note',
  ],
  readers: dispatchers,
  writers: dispatchers,
  label: ({ kind }) => (kind === 'stray work' ? 'work at a visit given away' : 'a visit not completed'),
  subjects: ({ visit_id, technician_id }) => [visit_id, technician_id],
  erased: () => ({ note: '' }),
};

/** Leaves something for the office to decide: once, however often it is told before somebody has. */
export async function leaveFollowUp(
  write: Writer,
  left: Pick<FollowUp, 'visit_id' | 'technician_id' | 'kind'>,
): Promise<void> {
  if (await isOpenFor(write.db, left)) return;
  await write.insert(followUps, [{ ...left, created_at: write.at.toISOString() }]);
}

/** One that nobody has decided yet, and nobody else decides meanwhile. */
export async function openFollowUp({ db }: Writer, id: string): Promise<FollowUp> {
  const [found] = await holdRows(db, followUps, [id]);
  if (!found) throw new Failure('notFound');
  if (found.decision !== null) throw new Failure('conflict', 'Someone has already decided this.');
  return found;
}

export async function dismissFollowUp(
  write: Writer,
  id: string,
  { reason = '' }: Dismissal,
): Promise<FollowUp> {
  const { kind } = await openFollowUp(write, id);
  const note = reason.trim();
  if (kind === 'could not complete' && note === '')
    throw new Failure('unprocessable', 'Enter why there’s nothing more to do.');
  return decide(write, id, { decision: 'dismissed', note });
}

/**
 * Whoever gives a job another visit has decided about those of its visits that could not be completed. One that is over already, since
 * `began`, decides only about what was before it.
 */
export async function decideByVisit(write: Writer, job: string, began: string | null = null): Promise<void> {
  for (const id of await openOfJob(write.db, job, began))
    await decide(write, id, { decision: 'return visit' });
}

async function decide(
  write: Writer,
  id: string,
  decided: Pick<FollowUp, 'decision'> & { note?: string },
): Promise<FollowUp> {
  return write.update(followUps, id, {
    ...decided,
    decided_at: write.at.toISOString(),
    decided_by: write.author.user,
  });
}
