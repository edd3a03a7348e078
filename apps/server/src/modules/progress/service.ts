import { furthest, rowMoment } from '@muster/domain/assignments/rules';
import type { Assignment, ProgressReport } from '@muster/domain/assignments/schema';
import type { OutcomeReport, VisitRecord } from '@muster/domain/visits/schema';
import { moveProblem } from '@muster/domain/visits/states';
import type { Writer } from '../../platform/changes/tracked.ts';
import { Failure } from '../../platform/http/errors.ts';
import { holdCrews, tellOfCrew } from '../assignments/service.ts';
import { addReturn, tellVisit, settledVisit, visitOf } from '../visits/service.ts';

const columns = { 'en route': 'en_route_at', 'on site': 'on_site_at', done: 'done_at' } as const;

/**
 * Says how far a crew is, and when that was. It is a fact and never refused as long as there is a crew: told late or twice it
 * corrects the time, and takes nothing back. Who is done without a word has completed the visit.
 */
export async function reportProgress(
  write: Writer,
  id: string,
  { progress, at }: ProgressReport,
): Promise<VisitRecord> {
  const visit = await heldVisit(write, id);
  if (visit.assignments.length === 0)
    throw new Failure('conflict', moveProblem(visit.state, 'on site') ?? 'Nobody is on the visit.');
  const moment = momentOf(write, at);
  await tellOfCrew(write, id, (row) => ({
    progress: furthest(row.progress, progress),
    [columns[progress]]: moment,
  }));
  if (progress === 'done' && visit.outcome === null) await tellVisit(write, id, { outcome: 'completed' });
  return settledVisit(write, id);
}

/** Says how a visit went. What is missing after one that needs a return becomes a visit of its own. */
export async function reportOutcome(
  write: Writer,
  id: string,
  { outcome, reason = '', at }: OutcomeReport,
): Promise<VisitRecord> {
  const visit = await heldVisit(write, id);
  const problem = moveProblem(visit.state, outcome);
  if (problem !== undefined) throw new Failure('conflict', problem);
  if (outcome !== 'completed' && reason.trim() === '')
    throw new Failure(
      'unprocessable',
      outcome === 'needs return' ? 'Say what is still missing.' : 'Say why it could not be completed.',
    );
  const moment = momentOf(write, at);
  await tellOfCrew(write, id, (row) => leaving(row, outcome, moment));
  const ended = await tellVisit(write, id, { outcome, outcome_reason: reason.trim() });
  if (outcome === 'needs return') await addReturn(write, ended, reason.trim());
  return settledVisit(write, id);
}

/** Whoever never set out has no time at which they left. */
function leaving(row: Assignment, outcome: string, moment: string): Partial<Assignment> {
  if (row.progress === 'none') return outcome === 'could not complete' ? {} : { progress: 'done' };
  return { progress: 'done', done_at: row.done_at ?? moment };
}

async function heldVisit(write: Writer, id: string): Promise<VisitRecord> {
  await holdCrews(write, [id]);
  return visitOf(write.db, id);
}

function momentOf(write: Writer, at: string | undefined): string {
  const moment = at === undefined ? write.at : new Date(at);
  if (Number.isNaN(moment.getTime())) throw new Failure('unprocessable', 'That moment does not exist.');
  return rowMoment(moment);
}
