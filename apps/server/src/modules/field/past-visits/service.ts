import type { PastVisit } from '@muster/domain/field/past-visits/schema';
import { listInWords } from '@muster/domain/values/words';
import { minuteOf, momentText } from '@muster/domain/work/assignments/rules';
import type { JobRecord } from '@muster/domain/work/jobs/schema';
import { LONGEST_VISIT } from '@muster/domain/work/visits/rules';
import type { Writer } from '../../../platform/changes/tracked.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { bookCrews, holdCrews } from '../../work/assignments/service.ts';
import { addJobs, jobOf, placed } from '../../work/jobs/service.ts';
import { addPast, settledJob } from '../../work/visits/service.ts';
import { recordStay } from '../progress/service.ts';
import { listMeanwhile } from './store.ts';

const HOUR_MINUTES = 60;

/**
 * Writes down a visit that is over, last night's call-out say: with its crew, its times and that it was completed, in one change. It is a
 * fact, so the rules about planning are not asked. That somebody was elsewhere by the board at that time may be a mistake, and is.
 */
export async function recordPast(write: Writer, past: PastVisit): Promise<JobRecord> {
  const { technicians, note = '', overrides = [] } = past;
  const stay = stayOf(write, past);
  await holdCrews(write, [], technicians);
  await refuseMeanwhile(write, past, stay);
  const job = await jobFor(write, past);
  const visit = await addPast(write, job, {
    began: stay.from,
    duration: stay.minutes,
    crew_size: technicians.length,
    note: note.trim(),
  });
  await bookCrews(write, [
    {
      visit: { id: visit.id, duration: stay.minutes },
      crew: [],
      technicians,
      starts_at: stay.from,
      overrides: overrides.filter(({ rule }) => rule === 'overlap'),
    },
  ]);
  await recordStay(write, visit.id, stay);
  return settledJob(write, job);
}

interface Stay {
  readonly from: string;
  readonly to: string;
  readonly minutes: number;
}

function stayOf({ at }: Writer, { starts_at, ends_at }: PastVisit): Stay {
  const [from, to] = [minuteOf(starts_at), minuteOf(ends_at)];
  if (Number.isNaN(from) || Number.isNaN(to))
    throw new Failure('unprocessable', 'That date and time isn’t valid.');
  if (to <= from) throw new Failure('unprocessable', 'The end must be after the start.');
  if (to > minuteOf(at.toISOString()))
    throw new Failure('unprocessable', 'This isn’t over yet. Schedule the visit instead.');
  if (to - from > LONGEST_VISIT)
    throw new Failure('unprocessable', `A visit lasts at most ${LONGEST_VISIT / HOUR_MINUTES} hours.`);
  return { from: momentText(from), to: momentText(to), minutes: to - from };
}

async function jobFor(write: Writer, { job_id, job }: PastVisit): Promise<string> {
  if ((job_id === undefined) === (job === undefined))
    throw new Failure('unprocessable', 'Choose a job, or enter a new one.');
  if (job !== undefined) return (await addJobs(write, [await placed(write, job)]))[0]!.id;
  const { id, archived_at } = await jobOf(write.db, job_id!);
  if (archived_at !== null) throw new Failure('conflict', 'This job is archived. Restore it first.');
  return id;
}

async function refuseMeanwhile(
  { db }: Writer,
  { technicians, overrides = [] }: PastVisit,
  stay: Stay,
): Promise<void> {
  const elsewhere = await listMeanwhile(db, technicians, stay);
  if (elsewhere.length === 0 || overrides.some(({ rule }) => rule === 'overlap')) return;
  const reasons = elsewhere.map(({ name, technician_id, visits }) => ({
    rule: 'overlap',
    text: `${name} has ${listInWords(visits)} at that time.`,
    can_override: true,
    detail: { rule: 'overlap', technician: technician_id },
  }));
  const text = `${reasons.map((reason) => reason.text).join(' ')} Correct the times, or give a reason.`;
  throw new Failure('conflict', text, { data: { reasons } });
}
