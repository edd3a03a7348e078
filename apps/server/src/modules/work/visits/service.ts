import { itemOfVisit } from '@muster/domain/work/job-types/rules';
import type { JobType } from '@muster/domain/work/job-types/schema';
import type { Job, JobRecord, NewJob } from '@muster/domain/work/jobs/schema';
import { visitProblem } from '@muster/domain/work/visits/rules';
import { hasBegun } from '@muster/domain/work/visits/states';
import type { NewVisit, Visit, VisitEdit, VisitRecord } from '@muster/domain/work/visits/schema';
import { dispatchers, readersOfWork } from '../../../platform/changes/from-request.ts';
import { holdRows } from '../../../platform/changes/rows.ts';
import type { NewRow, TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { refuseBeyondQuota } from '../../identity/licences/service.ts';
import { followDurations, holdCrews } from '../assignments/service.ts';
import { decideByVisit, openFollowUp } from '../follow-ups/service.ts';
import { followAssignments, readFacts } from '../visit-states/service.ts';
import { addJobs, checkStanding, jobOf, summaryOf } from '../jobs/service.ts';
import { jobTypeOf } from '../job-types/service.ts';
import { checkSkills } from '../skills/service.ts';
import { listIds, nextNumber, readRecords } from './store.ts';

export { statesOf as sentStatesOf } from './store.ts';

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
    'entered_at',
    'entered_by',
    'confirmed_at',
    'confirmed_for',
    'created_at',
  ],
  derived: ['state'],
  erased: () => ({ note: '', outcome_reason: '' }),
  readers: readersOfWork,
  writers: dispatchers,
  label: ({ number }) => `Visit ${number}`,
  subjects: ({ job_id, return_of }) => [job_id, return_of],
  refusals: {
    visits_account_id_job_id_fkey: 'This job no longer exists.',
    assignments_account_id_visit_id_fkey: 'The visit has been planned since.',
    files_account_id_visit_id_fkey: 'Files have been added to the visit since.',
    field_records_account_id_visit_id_fkey: 'Something has been recorded at the visit since.',
    taps_account_id_visit_id_fkey: 'Someone has set out to the visit since.',
    report_choices_account_id_visit_id_fkey: 'Something has been chosen for the visit’s report since.',
    follow_ups_account_id_visit_id_fkey: 'Something about the visit has been left to decide since.',
    charged_visits_account_id_visit_id_fkey:
      'The visit is on an invoice or a draft of one. Take it off the draft first.',
    report_mails_account_id_visit_id_fkey: 'The visit’s report has been emailed since.',
    visits_account_id_return_of_fkey: 'A return visit has been added since.',
    visits_account_id_job_id_number_key: 'Another visit has taken that number since.',
  },
  async technicians(db, rows) {
    const crews = await readFacts(
      db,
      rows.map(({ id }) => id!),
    );
    return crews.flatMap(({ technicians }) => technicians);
  },
  async settle(write, touched) {
    await refuseBeyondQuota(write, 'visits', touched);
    await followDurations(
      write,
      touched
        .filter(({ before, after }) => before && after && before.duration !== after.duration)
        .map(({ after }) => after!.id),
    );
    await checkStanding.run(write, {
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

/** Jobs with their first visits, all at once: nobody wants a job that nobody goes to. Numbered from the first that is reserved, if any is. */
export async function openJobs(write: Writer, wanted: readonly NewJob[], reserved?: number): Promise<Job[]> {
  const types = new Map<string, JobType>();
  for (const id of new Set(wanted.map(({ job_type_id }) => job_type_id ?? undefined)))
    if (id !== undefined) types.set(id, await jobTypeOf(write.db, id));
  const jobs = await addJobs(write, wanted, reserved);
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
  await decideByVisit(write, id);
  return settledJob(write, id);
}

const STEP_MINUTES = 5;

/** A visit that is over already, and that nobody had planned: entered afterwards, by whoever writes. */
export async function addPast(
  write: Writer,
  job_id: string,
  { duration, began, ...fields }: NewVisit & { duration: number; began: string },
): Promise<Visit> {
  const number = (await nextNumber(write.db, job_id))!;
  const { job_type_id } = await jobOf(write.db, job_id);
  const type = job_type_id === null ? undefined : await jobTypeOf(write.db, job_type_id);
  const rounded = Math.ceil(duration / STEP_MINUTES) * STEP_MINUTES;
  const row = newVisit({ ...fields, duration: rounded }, type, { job_id, number });
  await check(write, [row]);
  const [added] = await write.insert(visits, [
    { ...row, entered_at: write.at.toISOString(), entered_by: write.author.user },
  ]);
  await decideByVisit(write, job_id, began);
  return added!;
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

/** Somebody goes there again: what could not be completed waits for it in the tray. */
export async function bookReturn(write: Writer, followUp: string): Promise<VisitRecord> {
  const { kind, visit_id } = await openFollowUp(write, followUp);
  if (kind !== 'could not complete')
    throw new Failure('unprocessable', 'Only a visit that couldn’t be completed gets a return visit here.');
  const of = await visitOf(write.db, visit_id);
  if ((await jobOf(write.db, of.job_id)).archived_at !== null)
    throw new Failure('conflict', 'This job is archived. Restore it first.');
  const { id } = await addReturn(write, of, of.outcome_reason);
  await decideByVisit(write, of.job_id);
  return settledVisit(write, id);
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

/**
 * A visit that takes longer keeps its technicians for longer, if they have the time: their bookings follow. One that asks for more
 * keeps them if they can do it.
 */
export async function editVisit(
  write: Writer,
  id: string,
  { version, ...fields }: VisitEdit,
): Promise<VisitRecord> {
  const { duration, skills, crew_size, crew_skills } = fields;
  if ([duration, skills, crew_size, crew_skills].some((asked) => asked !== undefined))
    await holdCrews(write, [id]);
  if (duration !== undefined) {
    const visit = await visitOf(write.db, id);
    if (hasBegun(visit.state) && visit.duration !== duration)
      throw new Failure('conflict', 'This visit has started, so its planned duration can’t change.');
  }
  await changeVisit(write, id, fields, version);
  return settledVisit(write, id);
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

/** Refuses whoever has seen an older version of one of them. */
export async function seenVisits(
  write: Writer,
  seen: readonly { id: string; version: number }[],
): Promise<void> {
  await write.updateAll(visits, seen);
}

export async function visitsOf(db: Tx, job: string): Promise<string[]> {
  await jobOf(db, job);
  return listIds(db, job);
}

export async function visitOf(db: Tx, id: string): Promise<VisitRecord> {
  return (await recordsOf(db, [id])).get(id)!;
}

/** All of them, by their ids. */
export async function recordsOf(db: Tx, ids: readonly string[]): Promise<Map<string, VisitRecord>> {
  const found = new Map((await readRecords(db, visits, { ids })).map((visit) => [visit.id, visit]));
  if (ids.some((id) => !found.has(id))) throw new Failure('notFound');
  return found;
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
  if (duration === undefined) throw new Failure('unprocessable', 'Enter a duration, or choose a job type.');
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
