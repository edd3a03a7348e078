import { minuteOf, momentText } from '@muster/domain/work/assignments/rules';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import type { Booking, Bookings } from '@muster/domain/work/assignments/schema';
import { promiseAt } from '@muster/domain/work/visits/promise';
import type { VisitRecord } from '@muster/domain/work/visits/schema';
import { hasBegun, moveProblem } from '@muster/domain/work/visits/states';
import type { Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { bookCrews, clearCrews, holdCrews, tellOfCrews } from '../../work/assignments/service.ts';
import { jobsOf } from '../../work/jobs/service.ts';
import {
  changeVisit,
  recordsOf,
  seenVisits,
  settledVisit,
  tellVisits,
  visitOf,
} from '../../work/visits/service.ts';
import { countTechnicians, pinsAgreed, zoneOfJob } from './store.ts';

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
    throw new Failure('unprocessable', 'The same visit is listed twice. List it once.');
  const technicians = [...new Set(wanted.flatMap((booking) => booking.technicians))];
  if ((await countTechnicians(write.db, technicians)) < technicians.length)
    throw new Failure('unprocessable', 'One of these technicians no longer exists.');
  const crews = Map.groupBy(await holdCrews(write, ids, technicians), ({ visit_id }) => visit_id);
  if (wanted.some(({ starts_at }) => Number.isNaN(minuteOf(starts_at))))
    throw new Failure('unprocessable', 'That date and time isn’t valid.');
  await seenVisits(
    write,
    wanted.map(({ visit_id, version }) => ({ id: visit_id, version })),
  );
  const visits = await recordsOf(write.db, ids);
  const isPinnedToo = wanted.some(({ agreed }) => agreed) && (await pinsAgreed(write.db));
  const bookings = wanted.map(({ visit_id, seen, technicians, starts_at, overrides = [], ...how }) => {
    const [visit, crew] = [visits.get(visit_id)!, crews.get(visit_id) ?? []];
    const pinned = how.pinned ?? (how.agreed && isPinnedToo ? true : undefined);
    if (seen && !isSame(seen, crew))
      throw new Failure('conflict', 'Someone else has just booked this visit.', { data: { row: visit } });
    const is_pinned = pinned ?? crew.some((row) => row.is_pinned);
    return { visit, crew, technicians, starts_at: momentText(minuteOf(starts_at)), is_pinned, overrides };
  });
  await refuseUnlessAhead(write.db, [...visits.values()]);
  for (const { visit_id, starts_at, agreed } of wanted)
    if (agreed) await promise(write, visits.get(visit_id)!, minuteOf(starts_at));
  await bookCrews(write, bookings);
  return { visits: ids };
}

/** What the customer has agreed to is what the visit asks for from now on. */
async function promise(write: Writer, visit: VisitRecord, start: EpochMinutes): Promise<void> {
  if (write.scenario !== null)
    throw new Failure(
      'conflict',
      'A scenario can’t agree a time with a customer. Book it on the live board.',
    );
  const agreed = promiseAt(start, await zoneOfJob(write.db, visit.job_id), visit);
  await changeVisit(write, visit.id, agreed);
}

/** Back to the tray. Whoever was told of it hears that it is gone. */
export async function unschedule(write: Writer, id: string): Promise<VisitRecord> {
  await unscheduleAll(write, [id]);
  return settledVisit(write, id);
}

export async function unscheduleAll(write: Writer, ids: readonly string[]): Promise<{ visits: string[] }> {
  await refuseNobody(write, ids);
  for (const { state } of (await recordsOf(write.db, ids)).values()) {
    const problem = moveProblem(state, 'unscheduled');
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
  await tellOfCrews(write, ids, () => ({ is_pinned }));
  return { visits: [...ids] };
}

/** What is about whoever is on a visit needs somebody. */
async function refuseNobody(write: Writer, ids: readonly string[]): Promise<void> {
  const crew = await holdCrews(write, ids);
  const booked = new Set(crew.map(({ visit_id }) => visit_id));
  const without = ids.find((id) => !booked.has(id));
  if (without === undefined) return;
  const { state } = await visitOf(write.db, without);
  throw new Failure('conflict', moveProblem(state, 'dispatched') ?? 'No one is booked on this visit.');
}

/** Refuses visits that cannot be booked any more. */
export async function refuseUnlessAhead(db: Tx, visits: readonly VisitRecord[]): Promise<void> {
  for (const { state } of visits) {
    if (!hasBegun(state) && state !== 'cancelled') continue;
    const text = moveProblem(state, 'planned')!;
    const reasons = [{ rule: 'state', text, can_override: false, detail: { rule: 'state', state } }];
    throw new Failure('conflict', text, { data: { reasons } });
  }
  const jobs = await jobsOf(db, [...new Set(visits.map(({ job_id }) => job_id))]);
  if (jobs.some(({ archived_at }) => archived_at !== null))
    throw new Failure('conflict', 'This job is archived. Restore it first.');
}

function isSame(
  seen: readonly { id: string; version: number }[],
  crew: readonly { id: string; version: number }[],
): boolean {
  const known = new Map(seen.map(({ id, version }) => [id, version]));
  return known.size === crew.length && crew.every(({ id, version }) => known.get(id) === version);
}
