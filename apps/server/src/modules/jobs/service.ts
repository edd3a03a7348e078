import { jobNumber, type JobState, jobState, tidyTags } from '@muster/domain/jobs/rules';
import type { Job, JobEdit, JobQuery, JobRecord, NewJob } from '@muster/domain/jobs/schema';
import { lockTechnicians } from '../../platform/changes/command.ts';
import { dispatchers } from '../../platform/changes/from-request.ts';
import { readRows } from '../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';
import { Failure } from '../../platform/http/errors.ts';
import { takeJobNumbers } from '../accounts/service.ts';
import { checkStanding } from '../board/service.ts';
import { jobTypeOf } from '../job-types/service.ts';
import { tellOwners } from '../my-visits/service.ts';
import {
  countPlaces,
  holdJobs,
  holdVisitsOf,
  listCrews,
  listJobs,
  readJob,
  readStates,
  writeStates,
} from './store.ts';

export const jobs: TrackedTable<Job> = {
  name: 'jobs',
  columns: [
    'number',
    'customer_id',
    'site_id',
    'job_type_id',
    'description',
    'priority',
    'due_on',
    'tags',
    'is_sample',
    'created_at',
    'archived_at',
  ],
  derived: ['state'],
  readers: dispatchers,
  writers: dispatchers,
  label: ({ number }) => jobNumber(number),
  subjects: ({ customer_id, site_id }) => [customer_id, site_id],
  search: ({ number, description, tags }) => [String(number), description, ...tags],
  erased: () => ({ description: '', tags: [] }),
  refusals: {
    jobs_account_id_customer_id_fkey: 'There is no such customer.',
    jobs_account_id_site_id_fkey: 'There is no such site.',
    jobs_account_id_job_type_id_fkey: 'There is no such job type.',
    visits_account_id_job_id_fkey: 'The job has got more visits since.',
    files_account_id_job_id_fkey: 'Files have been added to the job since.',
  },
  async technicians(db, rows) {
    const moved = rows.filter((row) => 'site_id' in row);
    return listCrews(
      db,
      moved.map(({ id }) => id!),
    );
  },
  async settle(write, touched) {
    const { db } = write;
    await tellOwners(write, {
      jobs: touched.flatMap(({ before, after }) => (before && after ? after.id : [])),
    });
    const moved = touched.filter(({ before, after }) => before && after && before.site_id !== after.site_id);
    await checkStanding(write, { jobs: moved.map(({ after }) => after!.id) });
    const aside = touched.filter(
      ({ before, after }) => after !== null && after.archived_at !== null && !before?.archived_at,
    );
    const states = await readStates(
      db,
      aside.map(({ after }) => after!.id),
    );
    if (states.some(({ state }) => isOnBoard(state)))
      throw new Failure('conflict', 'Somebody is planned for this job. Cancel or finish its visits first.');
  },
};

/** Whether somebody is still to go there. */
function isOnBoard(state: JobState): boolean {
  return state === 'scheduled' || state === 'in progress';
}

/** A page of the list, for whoever wants all of it. */
export async function pageJobs(db: Tx, query: JobQuery, now: Date) {
  return listJobs(db, jobs, query, now);
}

type Fields = Omit<NewJob, 'visits'>;

/** Jobs know nothing of visits: visits know their job, and assignments their visit. They are numbered in the given order. */
export async function addJobs(write: Writer, wanted: readonly Fields[]): Promise<Job[]> {
  await checkPlaces(write, wanted);
  const last = await takeJobNumbers(write.db, wanted.length);
  const rows = wanted.map((fields, at) => ({
    number: last - wanted.length + 1 + at,
    customer_id: fields.customer_id,
    site_id: fields.site_id,
    job_type_id: fields.job_type_id ?? null,
    description: fields.description?.trim() ?? '',
    priority: fields.priority ?? 'P3',
    due_on: fields.due_on ?? null,
    tags: tidyTags(fields.tags ?? []),
  }));
  const added = await write.insert(jobs, rows);
  return added.toSorted((a, b) => a.number - b.number);
}

export async function editJob(write: Writer, id: string, { version, ...fields }: JobEdit): Promise<Job> {
  if (fields.customer_id !== undefined || fields.site_id !== undefined)
    await checkPlaces(write, [{ ...(await jobOf(write.db, id)), ...fields }]);
  if (fields.job_type_id) await jobTypeOf(write.db, fields.job_type_id);
  if (fields.site_id !== undefined) {
    // Those who are on it, then the visits, then the job: in the order in which whoever books holds them.
    await lockTechnicians(write.db, await listCrews(write.db, [id]));
    await holdVisitsOf(write.db, id);
  }
  return write.update(jobs, id, tidy(fields), version);
}

/** What is put aside is off the board: first whoever is planned for it has to be told otherwise, or it is refused. */
export async function archiveJob(write: Writer, id: string): Promise<Job> {
  return write.update(jobs, id, { archived_at: write.at.toISOString() });
}

export async function restoreJob(write: Writer, id: string): Promise<Job> {
  return write.update(jobs, id, { archived_at: null });
}

export async function jobOf(db: Tx, id: string): Promise<Job> {
  const [job] = await readRows(db, jobs, [id]);
  if (!job) throw new Failure('notFound');
  return job;
}

/** A job with whom it is for and where, without its visits. */
export async function summaryOf(
  db: Tx,
  key: { id: string } | { number: number },
): Promise<Omit<JobRecord, 'visits'>> {
  const job = await readJob(db, jobs, key);
  if (!job) throw new Failure('notFound');
  return job;
}

/**
 * To be called when visits of these jobs have changed: last of all rows of a command. The jobs are held by a statement of its own,
 * because one that waits for a row still sees everything else as it was before it waited.
 */
export async function followVisits(db: Tx, ids: readonly string[]): Promise<void> {
  await holdJobs(db, ids);
  const changed = (await readStates(db, ids))
    .map(({ id, is_archived, state, visits }) => ({ id, is_archived, was: state, state: jobState(visits) }))
    .filter(({ was, state }) => was !== state);
  if (changed.some(({ is_archived, state }) => is_archived && isOnBoard(state)))
    throw new Failure('conflict', 'The job has been put aside. Bring it back first.');
  if (changed.length > 0) await writeStates(db, changed);
}

async function checkPlaces(
  { db }: Writer,
  places: readonly { customer_id: string; site_id: string }[],
): Promise<void> {
  if ((await countPlaces(db, places)) < places.length)
    throw new Failure('unprocessable', 'Choose a customer, and one of the sites of that customer.');
}

function tidy<T extends { tags?: readonly string[]; description?: string }>(fields: T): T {
  const { tags, description } = fields;
  return {
    ...fields,
    ...(tags && { tags: tidyTags(tags) }),
    ...(description !== undefined && { description: description.trim() }),
  };
}
