import { minuteOf, momentText } from '@muster/domain/assignments/rules';
import type { Booking } from '@muster/domain/assignments/schema';
import type { VisitEdit, VisitRecord } from '@muster/domain/visits/schema';
import { hasBegun, moveProblem } from '@muster/domain/visits/states';
import type { Writer } from '../../platform/changes/tracked.ts';
import { Failure } from '../../platform/http/errors.ts';
import { bookCrew, clearCrews, holdCrews, tellOfCrew } from '../assignments/service.ts';
import { jobOf } from '../jobs/service.ts';
import { changeVisit, seenVisit, settledVisit, tellVisit, visitOf } from '../visits/service.ts';
import { countTechnicians } from './store.ts';

/** Makes, moves and hands over a booking alike: afterwards these technicians, and nobody else, are on the visit from that moment on. */
export async function schedule(write: Writer, id: string, wanted: Booking): Promise<VisitRecord> {
  const { technicians, version, seen } = wanted;
  const start = minuteOf(wanted.starts_at);
  if (Number.isNaN(start)) throw new Failure('unprocessable', 'That moment does not exist.');
  if ((await countTechnicians(write.db, technicians)) < technicians.length)
    throw new Failure('unprocessable', 'One of these technicians does not exist any more.');
  const crew = await holdCrews(write, [id], technicians);
  await seenVisit(write, id, version);
  const visit = await visitOf(write.db, id);
  if (seen && !isSame(seen, crew))
    throw new Failure('conflict', 'Somebody else has booked this visit meanwhile.', { data: { row: visit } });
  await refuseUnlessAhead(write, visit);
  await bookCrew(write, visit, crew, { ...wanted, starts_at: momentText(start) });
  return settledVisit(write, id);
}

/** Back to the tray. Whoever was told of it hears that it is gone. */
export async function unschedule(write: Writer, id: string): Promise<VisitRecord> {
  await refuseNobody(write, id);
  const { state } = await visitOf(write.db, id);
  const problem = moveProblem(state, 'unscheduled');
  if (problem !== undefined) throw new Failure('conflict', problem);
  await clearCrews(write, [id]);
  await tellVisit(write, id, { dispatched_at: null });
  return settledVisit(write, id);
}

export async function setPinned(write: Writer, id: string, is_pinned: boolean): Promise<VisitRecord> {
  await refuseNobody(write, id);
  await tellOfCrew(write, id, () => ({ is_pinned }));
  return settledVisit(write, id);
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
      throw new Failure('conflict', 'The visit has begun: how long it was planned for stays as it is.');
  }
  await changeVisit(write, id, fields, version);
  return settledVisit(write, id);
}

/** What is about whoever is on a visit needs somebody. */
async function refuseNobody(write: Writer, id: string): Promise<void> {
  const crew = await holdCrews(write, [id]);
  if (crew.length > 0) return;
  const { state } = await visitOf(write.db, id);
  throw new Failure('conflict', moveProblem(state, 'dispatched') ?? 'Nobody is on the visit.');
}

async function refuseUnlessAhead(write: Writer, { state, job_id }: VisitRecord): Promise<void> {
  if (hasBegun(state) || state === 'cancelled') {
    const text = moveProblem(state, 'planned')!;
    const reasons = [{ rule: 'state', text, can_override: false, detail: { rule: 'state', state } }];
    throw new Failure('conflict', text, { data: { reasons } });
  }
  if ((await jobOf(write.db, job_id)).archived_at !== null)
    throw new Failure('conflict', 'The job has been put aside. Bring it back first.');
}

function isSame(
  seen: readonly { id: string; version: number }[],
  crew: readonly { id: string; version: number }[],
): boolean {
  const known = new Map(seen.map(({ id, version }) => [id, version]));
  return known.size === crew.length && crew.every(({ id, version }) => known.get(id) === version);
}
