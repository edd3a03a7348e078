import { clockOff } from '@muster/domain/field/progress/rules';
import type { Step, Tap } from '@muster/domain/field/progress/schema';
import { furthest, type Progress, rowMoment } from '@muster/domain/work/assignments/rules';
import type { Assignment, ProgressReport } from '@muster/domain/work/assignments/schema';
import type { OutcomeReport, VisitRecord } from '@muster/domain/work/visits/schema';
import { moveProblem } from '@muster/domain/work/visits/states';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { tellOfCrews } from '../../work/assignments/service.ts';
import { holdVisits } from '../../work/visit-states/service.ts';
import { leaveFollowUp } from '../../work/follow-ups/service.ts';
import { addReturn, tellVisit, settledVisit, visitOf } from '../../work/visits/service.ts';
import { addRecord, believed, keepingTimes } from '../field-records/service.ts';
import { readStanding } from './store.ts';

const labels: Record<Step, string> = { 'en route': 'on my way', 'on site': 'arrived', done: 'done' };

export const taps: TrackedTable<Tap> = {
  name: 'taps',
  columns: [
    'visit_id',
    'technician_id',
    'step',
    'at',
    'clock_off',
    'is_stray',
    'created_by',
    'created_at',
    'retracted_at',
  ],
  readers: dispatchers,
  writers: dispatchers,
  label: ({ step }) => labels[step],
  subjects: ({ visit_id, technician_id }) => [visit_id, technician_id],
  refusals: { taps_pkey: 'This was already recorded. Send new progress with a new key.' },
};

/** Who tells: one of the crew from their phone, which may have given the tap its id; or else the office, of the whole crew. */
export interface Teller {
  readonly technician: string;
  readonly id: string | undefined;
}

interface Measured {
  readonly step: Step;
  readonly at: string | undefined;
  readonly off_by?: number | undefined;
  readonly is_stray?: boolean;
}

async function addTap(
  write: Writer,
  visit_id: string,
  { step, at, off_by, is_stray = false }: Measured,
  teller: Teller | undefined,
): Promise<Tap> {
  const clock_off = clockOff(off_by);
  const [tap] = await write.insert(taps, [
    {
      ...(teller?.id === undefined ? {} : { id: teller.id }),
      visit_id,
      technician_id: teller?.technician ?? null,
      step,
      // The office tells what it knows; a phone's clock may be days ahead, and what it tells would stay the latest for ever.
      at: teller ? believed(write, at, clock_off) : momentOf(write, at),
      clock_off,
      is_stray,
      created_by: write.author.user,
      created_at: write.at.toISOString(),
    },
  ]);
  return tap!;
}

/**
 * Says how far a crew is, and when that was. It is a fact and never refused as long as there is a crew: told late or twice it
 * corrects the time, and takes nothing back. A crew moves as one, each with times of their own. Who is done without a word has
 * completed the visit.
 */
export async function reportProgress(
  write: Writer,
  id: string,
  { progress, at, off_by }: ProgressReport,
  teller?: Teller,
): Promise<VisitRecord> {
  await keepingTimes(write, id, async () => {
    const visit = await visitOf(write.db, id);
    if (visit.assignments.length === 0)
      throw new Failure('conflict', moveProblem(visit.state, 'on site') ?? 'No one is booked on this visit.');
    // First what a history tells of it: how far who is with which visit.
    await tellOfCrews(write, [id], (row) => ({ progress: furthest(row.progress, progress) }));
    await addTap(write, id, { step: progress, at, off_by }, teller);
    if (progress === 'done' && visit.outcome === null) await tellVisit(write, id, { outcome: 'completed' });
  });
  return settledVisit(write, id);
}

/**
 * Says how a visit went. What is missing after one that needs a return becomes a visit of its own; one that could not be completed
 * waits for the office to decide.
 */
export async function reportOutcome(
  write: Writer,
  id: string,
  { outcome, reason = '', at, off_by }: OutcomeReport,
  teller?: Teller,
): Promise<VisitRecord> {
  await keepingTimes(write, id, async (measured) => {
    const visit = await visitOf(write.db, id);
    const problem = moveProblem(visit.state, outcome);
    if (problem !== undefined) throw new Failure('conflict', problem);
    if (outcome !== 'completed' && reason.trim() === '')
      throw new Failure(
        'unprocessable',
        outcome === 'needs return' ? 'Enter what’s still to do.' : 'Enter why it couldn’t be completed.',
      );
    // Whoever never set out has no time at which they left; whoever was done keeps it.
    const isThere = visit.assignments.some(
      ({ progress, technician_id }) =>
        progress !== 'none' && (measured.get(technician_id)?.done_at ?? null) === null,
    );
    await tellOfCrews(write, [id], (row) => leaving(row, outcome));
    if (isThere) await addTap(write, id, { step: 'done', at, off_by }, teller);
    const ended = await tellVisit(write, id, { outcome, outcome_reason: reason.trim() });
    if (outcome === 'needs return') await addReturn(write, ended, reason.trim());
    if (outcome === 'could not complete')
      await leaveFollowUp(write, { visit_id: id, technician_id: null, kind: outcome });
  });
  return settledVisit(write, id);
}

/** When somebody was there and that they were done, as the office enters it afterwards of the whole crew. */
export async function recordStay(
  write: Writer,
  id: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await keepingTimes(write, id, async () => {
    await tellOfCrews(write, [id], () => ({ progress: 'done' }));
    await addTap(write, id, { step: 'on site', at: from }, undefined);
    await addTap(write, id, { step: 'done', at: to }, undefined);
    await tellVisit(write, id, { outcome: 'completed' });
  });
}

function leaving(row: Assignment, outcome: string): Partial<Assignment> {
  return row.progress === 'none' && outcome === 'could not complete' ? {} : { progress: 'done' };
}

/**
 * A slip of the thumb: the tap stays, and counts for nothing. How far the crew is follows from the taps that stand; a visit that was
 * done by it is not any more, unless its report has left the house.
 */
export async function takeTapBack(
  write: Writer,
  id: string,
  user: string,
): Promise<Pick<VisitRecord, 'state'>> {
  const [tap] = await readRows(write.db, taps, [id]);
  if (!tap || tap.created_by !== user) throw new Failure('notFound');
  const { visit_id: visit, step } = tap;
  if (tap.retracted_at === null)
    await keepingTimes(write, visit, async () => {
      await write.update(taps, id, { retracted_at: write.at.toISOString() });
      if (!tap.is_stray) await goBack(write, visit, step);
    });
  const { state } = await settledVisit(write, visit);
  return { state };
}

async function goBack(write: Writer, visit: string, step: Step): Promise<void> {
  const { steps, is_mailed } = await readStanding(write.db, visit);
  if (step === 'done' && !steps.includes('done')) {
    const { outcome } = await visitOf(write.db, visit);
    if (is_mailed || (outcome !== null && outcome !== 'completed'))
      throw new Failure('conflict', 'The visit is finished. Ask the office to reopen it.');
    await tellVisit(write, visit, { outcome: null });
  }
  const progress = steps.reduce<Progress>(furthest, 'none');
  await tellOfCrews(write, [visit], () => ({ progress }));
}

/** One of a crew leaves; the visit is not done before its lead says so. */
export async function leaveEarly(
  write: Writer,
  id: string,
  { at, off_by }: ProgressReport,
  teller: Teller,
): Promise<Pick<VisitRecord, 'state'>> {
  await keepingTimes(write, id, () => addTap(write, id, { step: 'done', at, off_by }, teller));
  const { state } = await settledVisit(write, id);
  return { state };
}

const arrivals = { 'en route': 'On the way', 'on site': 'Arrived' } as const;

/**
 * Where somebody was who does not have the visit any more is a fact all the same, and their working time: it is kept as such, and that
 * they came as a note. The visit stays as it is; how it ended is for whoever has it to say.
 */
export async function tapAstray(
  write: Writer,
  visit: string,
  { progress, at, off_by }: ProgressReport,
  teller: Teller,
): Promise<Pick<VisitRecord, 'state'>> {
  const { at: noted_at } = await addTap(write, visit, { step: progress, at, off_by, is_stray: true }, teller);
  if (progress !== 'done')
    await addRecord(write, visit, { kind: 'note', content: { text: arrivals[progress] }, noted_at });
  await holdVisits(write.db, [visit]);
  await leaveFollowUp(write, { visit_id: visit, technician_id: teller.technician, kind: 'stray work' });
  const { state } = await visitOf(write.db, visit);
  return { state };
}

function momentOf(write: Writer, at: string | undefined): string {
  const moment = at === undefined ? write.at : new Date(at);
  if (Number.isNaN(moment.getTime())) throw new Failure('unprocessable', 'That date and time isn’t valid.');
  return rowMoment(moment);
}
