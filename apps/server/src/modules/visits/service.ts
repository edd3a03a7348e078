import { itemOfVisit } from '@muster/domain/job-types/rules';
import type { JobType } from '@muster/domain/job-types/schema';
import type { Job, JobRecord, NewJob } from '@muster/domain/jobs/schema';
import { visitProblem } from '@muster/domain/visits/rules';
import type { NewVisit, Visit, VisitRecord } from '@muster/domain/visits/schema';
import { dispatchers } from '../../platform/changes/from-request.ts';
import { holdRows } from '../../platform/changes/rows.ts';
import type { NewRow, TrackedTable, Writer } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';
import { Failure } from '../../platform/http/errors.ts';
import { followDurations } from '../assignments/service.ts';
import { checkStanding } from '../board/service.ts';
import { followAssignments, readFacts } from '../visit-states/service.ts';
import { addJobs, jobOf, summaryOf } from '../jobs/service.ts';
import { jobTypeOf } from '../job-types/service.ts';
import { checkSkills } from '../skills/service.ts';
import { listIds, nextNumber, readRecords } from './store.ts';

export const visits: TrackedTable<Visit> = {
  name: 'visits',
  columns: [
    'job_id',
    'number',
    'duration',
    'on_date',
    'window_from',
    'window_to',
    'not_before',
    'due_by',
    'crew_size',
    'skills',
    'crew_skills',
    'check_list',
    'note',
    'dispatched_at',
    'outcome',
    'outcome_reason',
    'cancelled_at',
    'return_of',
    'created_at',
  ],
  derived: ['state'],
  erased: () => ({ note: '', outcome_reason: '' }),
  readers: dispatchers,
  writers: dispatchers,
  label: ({ number }) => `Visit ${number}`,
  subjects: ({ job_id, return_of }) => [job_id, return_of],
  refusals: {
    visits_account_id_job_id_fkey: 'There is no such job.',
    assignments_account_id_visit_id_fkey: 'Somebody has been planned for the visit since.',
    files_account_id_visit_id_fkey: 'Files have been added to the visit since.',
    field_records_account_id_visit_id_fkey: 'Something has been noted at the visit since.',
    report_mails_account_id_visit_id_fkey: 'A report of the visit has been mailed since.',
    visits_account_id_return_of_fkey: 'The visit has got a return since.',
    visits_account_id_job_id_number_key: 'Another visit has got that number since.',
  },
  async technicians(db, rows) {
    const crews = await readFacts(
      db,
      rows.map(({ id }) => id!),
    );
    return crews.flatMap(({ technicians }) => technicians);
  },
  async settle(write, touched) {
    await followDurations(
      write,
      touched
        .filter(({ before, after }) => before && after && before.duration !== after.duration)
        .map(({ after }) => after!.id),
    );
    await checkStanding(write, {
      visits: touched
        .filter(({ before, after }) => before && after && needsOf(before) !== needsOf(after))
        .map(({ after }) => after!.id),
    });
    const jobs = touched.flatMap(({ before, after }) => [before?.job_id, after?.job_id]);
    await followAssignments(
      write,
      touched.map(({ before, after }) => (after ?? before)!.id),
      jobs.filter((id) => id !== undefined),
    );
  },
};

/** What a visit asks of its crew, to be compared. */
function needsOf({ skills, crew_size, crew_skills }: Visit): string {
  return JSON.stringify([skills, crew_size, crew_skills]);
}

/** Jobs with their first visits, all at once: nobody wants a job that nobody goes to. */
export async function openJobs(write: Writer, wanted: readonly NewJob[]): Promise<Job[]> {
  const types = new Map<string, JobType>();
  for (const id of new Set(wanted.map(({ job_type_id }) => job_type_id ?? undefined)))
    if (id !== undefined) types.set(id, await jobTypeOf(write.db, id));
  const jobs = await addJobs(write, wanted);
  const rows = jobs.flatMap(({ id, job_type_id }, at) =>
    (wanted[at]!.visits ?? [{}]).map((visit, place) =>
      newVisit(visit, types.get(job_type_id ?? ''), { job_id: id, number: place + 1 }),
    ),
  );
  await addVisits(write, rows);
  return jobs;
}

export async function openJob(write: Writer, wanted: NewJob): Promise<JobRecord> {
  const [job] = await openJobs(write, [wanted]);
  return settledJob(write, job!.id);
}

export async function addToJob(write: Writer, id: string, fields: NewVisit): Promise<JobRecord> {
  const number = await nextNumber(write.db, id);
  if (number === undefined) throw new Failure('notFound');
  const { job_type_id } = await jobOf(write.db, id);
  const type = job_type_id === null ? undefined : await jobTypeOf(write.db, job_type_id);
  await addVisits(write, [newVisit(fields, type, { job_id: id, number })]);
  return settledJob(write, id);
}

/** What is left to be done waits for a visit of its own, which asks for the same. */
export async function addReturn(write: Writer, of: Visit, note: string): Promise<Visit> {
  const { job_id, duration, crew_size, skills, crew_skills, check_list } = of;
  const number = (await nextNumber(write.db, job_id))!;
  const open = check_list.filter(({ done }) => !done);
  const [added] = await write.insert(visits, [
    { job_id, number, duration, crew_size, skills, crew_skills, check_list: open, note, return_of: of.id },
  ]);
  return added!;
}

/** Changes what is known of a visit; with a version, only if that is still its own. */
export async function changeVisit(
  write: Writer,
  id: string,
  fields: Partial<Visit>,
  version?: number,
): Promise<Visit> {
  const [visit] = await holdRows(write.db, visits, [id]);
  if (!visit) throw new Failure('notFound');
  await check(write, [{ ...visit, ...fields }]);
  return write.update(visits, id, fields, version);
}

/** Writes down what became of a visit, which asks for nothing new. */
export async function tellVisit(write: Writer, id: string, fields: Partial<Visit>): Promise<Visit> {
  return write.update(visits, id, fields);
}

export async function tellVisits(
  write: Writer,
  ids: readonly string[],
  fields: Partial<Visit>,
): Promise<void> {
  await write.updateAll(
    visits,
    ids.map((id) => Object.assign({ id }, fields)),
  );
}

/** Refuses whoever has seen an older version. */
export async function seenVisit(write: Writer, id: string, version: number): Promise<void> {
  await write.update(visits, id, {}, version);
}

export async function visitsOf(db: Tx, job: string): Promise<string[]> {
  await jobOf(db, job);
  return listIds(db, job);
}

export async function visitOf(db: Tx, id: string): Promise<VisitRecord> {
  const [visit] = await readRecords(db, visits, { ids: [id] });
  if (!visit) throw new Failure('notFound');
  return visit;
}

/** The visit as it is once everything that follows has been written. */
export async function settledVisit(write: Writer, id: string): Promise<VisitRecord> {
  await write.settle();
  return visitOf(write.db, id);
}

export async function describeJob(db: Tx, key: { id: string } | { number: number }): Promise<JobRecord> {
  const job = await summaryOf(db, key);
  return { ...job, visits: await readRecords(db, visits, { job: job.id }) };
}

export async function settledJob(write: Writer, id: string): Promise<JobRecord> {
  await write.settle();
  return describeJob(write.db, { id });
}

type Wanted = Parameters<typeof visitProblem>[0] & Pick<Visit, 'skills' | 'crew_skills'>;

/** What is not said is as usual for the type of job. */
function newVisit(
  fields: NewVisit,
  type: JobType | undefined,
  place: Pick<Visit, 'job_id' | 'number'>,
): NewRow<Visit> & Wanted {
  const duration = fields.duration ?? type?.duration;
  if (duration === undefined)
    throw new Failure('unprocessable', 'Say how long the visit takes, or choose a job type.');
  return {
    on_date: null,
    window_from: null,
    window_to: null,
    not_before: null,
    due_by: null,
    crew_size: type?.crew_size ?? Math.max(1, fields.crew_skills?.length ?? 0),
    skills: type?.skills ?? [],
    crew_skills: [],
    check_list: (type?.check_list ?? []).map(itemOfVisit),
    note: '',
    ...fields,
    duration,
    ...place,
  };
}

async function addVisits(write: Writer, rows: readonly (NewRow<Visit> & Wanted)[]): Promise<void> {
  await check(write, rows);
  await write.insert(visits, rows);
}

async function check({ db }: Writer, wanted: readonly Wanted[]): Promise<void> {
  for (const visit of wanted) {
    const problem = visitProblem(visit);
    if (problem !== undefined) throw new Failure('unprocessable', problem);
  }
  await checkSkills(
    db,
    wanted.flatMap(({ skills, crew_skills }) => [...skills, ...crew_skills.flat()]),
  );
}
