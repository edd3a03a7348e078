import { minuteOf, momentText } from '@muster/domain/assignments/rules';
import type { Assignment, Booking, Bookings } from '@muster/domain/assignments/schema';
import type { VisitEdit, VisitRecord } from '@muster/domain/visits/schema';
import { hasBegun, moveProblem } from '@muster/domain/visits/states';
import type { Writer } from '../../platform/changes/tracked.ts';
import { Failure } from '../../platform/http/errors.ts';
import { bookCrew, clearCrews, holdCrews, tellOfCrew } from '../assignments/service.ts';
import { jobOf } from '../jobs/service.ts';
import { changeVisit, seenVisit, settledVisit, tellVisits, visitOf } from '../visits/service.ts';
import { countTechnicians } from './store.ts';

/** Makes, moves and hands over a booking alike: afterwards these technicians, and nobody else, are on the visit from that moment on. */
export async function schedule(write: Writer, id: string, wanted: Booking): Promise<VisitRecord> {
  await scheduleAll(write, [{ visit_id: id, ...wanted }]);
  return settledVisit(write, id);
}

/** All of them or none, each asked about with the others where they are going to be: so visits change places. */
export async function scheduleAll(
  write: Writer,
  wanted: Bookings['bookings'],
): Promise<{ visits: string[] }> {
  const ids = wanted.map(({ visit_id }) => visit_id);
  if (new Set(ids).size < ids.length)
    throw new Failure('unprocessable', 'A visit can be planned once at a time.');
  const technicians = [...new Set(wanted.flatMap((booking) => booking.technicians))];
  if ((await countTechnicians(write.db, technicians)) < technicians.length)
    throw new Failure('unprocessable', 'One of these technicians does not exist any more.');
  const crews = Map.groupBy(await holdCrews(write, ids, technicians), ({ visit_id }) => visit_id);
  for (const { visit_id, ...booking } of wanted)
    await book(write, visit_id, crews.get(visit_id) ?? [], booking);
  return { visits: ids };
}

async function book(write: Writer, id: string, crew: readonly Assignment[], wanted: Booking): Promise<void> {
  const start = minuteOf(wanted.starts_at);
  if (Number.isNaN(start)) throw new Failure('unprocessable', 'That moment does not exist.');
  await seenVisit(write, id, wanted.version);
  const visit = await visitOf(write.db, id);
  if (wanted.seen && !isSame(wanted.seen, crew))
    throw new Failure('conflict', 'Somebody else has booked this visit meanwhile.', { data: { row: visit } });
  await refuseUnlessAhead(write, visit);
  await bookCrew(write, visit, crew, { ...wanted, starts_at: momentText(start) });
}

/** Back to the tray. Whoever was told of it hears that it is gone. */
export async function unschedule(write: Writer, id: string): Promise<VisitRecord> {
  await unscheduleAll(write, [id]);
  return settledVisit(write, id);
}

export async function unscheduleAll(write: Writer, ids: readonly string[]): Promise<{ visits: string[] }> {
  await refuseNobody(write, ids);
  for (const id of ids) {
    const problem = moveProblem((await visitOf(write.db, id)).state, 'unscheduled');
    if (problem !== undefined) throw new Failure('conflict', problem);
  }
  await clearCrews(write, ids);
  await tellVisits(write, ids, { dispatched_at: null });
  return { visits: [...ids] };
}

export async function setPinned(write: Writer, id: string, is_pinned: boolean): Promise<VisitRecord> {
  await setAllPinned(write, [id], is_pinned);
  return settledVisit(write, id);
}

export async function setAllPinned(
  write: Writer,
  ids: readonly string[],
  is_pinned: boolean,
): Promise<{ visits: string[] }> {
  await refuseNobody(write, ids);
  for (const id of ids) await tellOfCrew(write, id, () => ({ is_pinned }));
  return { visits: [...ids] };
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
async function refuseNobody(write: Writer, ids: readonly string[]): Promise<void> {
  const crew = await holdCrews(write, ids);
  const without = ids.find((id) => crew.every(({ visit_id }) => visit_id !== id));
  if (without === undefined) return;
  const { state } = await visitOf(write.db, without);
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
