import { jobNumber, type JobState, jobState } from '@muster/domain/work/jobs/rules';
import { erasedOf, searchTextsOf } from '@muster/domain/values/fields';
import { jobFields } from '@muster/domain/work/jobs/fields';
import {
  Job,
  type JobEdit,
  type JobIntake,
  type JobQuery,
  type JobRecord,
  type NewJob,
} from '@muster/domain/work/jobs/schema';
import { lockTechnicians } from '../../../platform/changes/command.ts';
import { dispatchers, readersOfWork } from '../../../platform/changes/from-request.ts';
import { columnsIn, filled, tidy } from '../../../platform/changes/record.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { createHook } from '../../../platform/hook.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { takeJobNumbers } from '../../identity/accounts/service.ts';
import { refuseBeyondQuota } from '../../identity/licences/service.ts';
import { jobTypeOf } from '../job-types/service.ts';
import { refuseMergedAway } from '../belongings/service.ts';
import { tellCrews } from '../crews/service.ts';
import { addCustomer } from '../customers/service.ts';
import { addSite } from '../sites/service.ts';
import {
  countPlaces,
  holdJobs,
  holdVisitsOf,
  listCrews,
  listCrewsAt,
  listJobs,
  listPlaces,
  readJob,
  readStates,
  writeStates,
} from './store.ts';

/** Refuses a change of jobs or visits that leaves somebody booked for what they can never do by the rules of the board. */
export const checkStanding = createHook<
  [write: Writer, of: { readonly visits: readonly string[] } | { readonly jobs: readonly string[] }],
  void
>('bookings that stand checked');

export const jobs: TrackedTable<Job> = {
  name: 'jobs',
  columns: columnsIn('jobs', Job),
  derived: ['state'],
  readers: readersOfWork,
  writers: dispatchers,
  label: ({ number }) => jobNumber(number),
  subjects: ({ customer_id, site_id }) => [customer_id, site_id],
  search: (job) => [String(job.number), ...searchTextsOf(jobFields)(job)],
  erased: () => erasedOf(jobFields),
  refusals: {
    jobs_account_id_customer_id_fkey: 'This customer no longer exists.',
    jobs_account_id_site_id_fkey: 'This site no longer exists.',
    jobs_account_id_job_type_id_fkey: 'This job type no longer exists.',
    visits_account_id_job_id_fkey: 'More visits have been added to this job since.',
    files_account_id_job_id_fkey: 'Files have been added to this job since.',
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
    await refuseBeyondQuota(write, 'jobs', touched);
    await refuseMergedAway(write, touched);
    await tellCrews(write, {
      jobs: touched.flatMap(({ before, after }) => (before && after ? after.id : [])),
    });
    const moved = touched.filter(({ before, after }) => before && after && before.site_id !== after.site_id);
    await checkStanding.run(write, { jobs: moved.map(({ after }) => after!.id) });
    const aside = touched.filter(
      ({ before, after }) => after !== null && after.archived_at !== null && !before?.archived_at,
    );
    const states = await readStates(
      db,
      aside.map(({ after }) => after!.id),
    );
    if (states.some(({ state }) => isOnBoard(state)))
      throw new Failure('conflict', 'This job still has planned visits. Cancel or finish them first.');
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

/**
 * Jobs know nothing of visits: visits know their job, and assignments their visit. They are numbered in the given order: from the
 * first number that was reserved for them, or from the next one.
 */
export async function addJobs(write: Writer, wanted: readonly Fields[], reserved?: number): Promise<Job[]> {
  await checkPlaces(write, wanted);
  const first = reserved ?? (await reserveJobNumbers(write.db, wanted.length));
  const rows = wanted.map((fields, at) => ({
    number: first + at,
    job_type_id: null,
    ...filled(jobFields, fields),
  }));
  const added = await write.insert(jobs, rows);
  return added.toSorted((a, b) => a.number - b.number);
}

/** The first of so many numbers, which nobody else is given. Those that are not used are nobody's. */
export async function reserveJobNumbers(db: Tx, count: number): Promise<number> {
  return (await takeJobNumbers(db, count)) - count + 1;
}

/** A job whose customer and site are there, after they were added where they are new. */
export async function placed(
  write: Writer,
  { customer_id, customer, site_id, site, ...job }: JobIntake,
): Promise<NewJob> {
  if ((customer_id === undefined) === (customer === undefined))
    throw new Failure('unprocessable', 'Choose a customer, or enter a new one.');
  if ((site_id === undefined) === (site === undefined) || (customer && site_id !== undefined))
    throw new Failure('unprocessable', 'Choose a site of the customer, or enter a new one.');
  const whose = customer_id ?? (await addCustomer(write, customer!)).id;
  const where = site_id ?? (await addSite(write, whose, site!)).id;
  return { ...job, customer_id: whose, site_id: where };
}

export async function editJob(write: Writer, id: string, { version, ...fields }: JobEdit): Promise<Job> {
  if (fields.customer_id !== undefined || fields.site_id !== undefined)
    await checkPlaces(write, [{ ...(await jobOf(write.db, id)), ...fields }]);
  if (fields.job_type_id) await jobTypeOf(write.db, fields.job_type_id);
  if (fields.site_id !== undefined) {
    // Those who are on it, then the visits, then the job: in the order in which whoever books holds them.
    await lockTechnicians(write.db, await listCrews(write.db, [id]));
    await holdVisitsOf(write.db, [id]);
  }
  return write.update(jobs, id, tidy(jobFields, fields), version);
}

/**
 * All jobs of a customer go to another one who turned out to be the same, some of them to another site. Whoever asks holds both
 * customers. The crews of those are held in the order of everybody who books, and asked about where they go.
 */
export async function moveJobs(
  write: Writer,
  from: string,
  to: string,
  sites: ReadonlyMap<string, string>,
): Promise<void> {
  const found = await listPlaces(write.db, from);
  const [moved, kept] = [
    found.filter(({ site_id }) => sites.has(site_id)),
    found.filter(({ site_id }) => !sites.has(site_id)),
  ];
  await holdVisitsOf(
    write.db,
    moved.map(({ id }) => id),
  );
  // Those to which the same happens, one after the other: an undo takes neighbours back together.
  await write.updateAll(
    jobs,
    kept.map(({ id }) => ({ id, customer_id: to })),
  );
  await write.updateAll(
    jobs,
    moved.map(({ id, site_id }) => ({ id, customer_id: to, site_id: sites.get(site_id)! })),
  );
}

/** Holds whoever is booked at some sites: before any row, as all who book do. */
export async function holdCrewsAt({ db }: Writer, sites: readonly string[]): Promise<void> {
  await lockTechnicians(db, await listCrewsAt(db, sites));
}

export async function jobOf(db: Tx, id: string): Promise<Job> {
  const [job] = await jobsOf(db, [id]);
  if (!job) throw new Failure('notFound');
  return job;
}

export function jobsOf(db: Tx, ids: readonly string[]): Promise<Job[]> {
  return readRows(db, jobs, ids);
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
    throw new Failure('conflict', 'This job is archived. Restore it first.');
  if (changed.length > 0) await writeStates(db, changed);
}

async function checkPlaces(
  { db }: Writer,
  places: readonly { customer_id: string; site_id: string }[],
): Promise<void> {
  if ((await countPlaces(db, places)) < places.length)
    throw new Failure('unprocessable', 'Choose a customer and one of their sites.');
}
