import { minuteOf, momentText } from '@muster/domain/work/assignments/rules';
import type { Assignment } from '@muster/domain/work/assignments/schema';
import { minutes, minutesAfter } from '@muster/domain/values/minutes';
import type { Visit } from '@muster/domain/work/visits/schema';
import { hasBegun } from '@muster/domain/work/visits/states';
import { lockTechnicians } from '../../../platform/changes/command.ts';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import type { Touched, TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { createHook } from '../../../platform/hook.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { followAssignments, holdVisits, readFacts, stateOf } from '../visit-states/service.ts';
import { askConstraint, findOutside, readBookings, readOwners } from './store.ts';

/** The bookings of one visit that a command has changed, before and after it. */
export interface Rebooking {
  readonly visit: string;
  readonly before: readonly Assignment[];
  readonly after: readonly Assignment[];
}

/** Refuses bookings that the rules of the board do not allow, and answers with the names of those that each visit breaks on purpose. */
export const checkBookings = createHook<
  [write: Writer, rebookings: readonly Rebooking[]],
  ReadonlyMap<string, ReadonlySet<string>>
>('bookings checked');

/** Somebody has been booked, booked for another time, or is not booked any more: they may have to be told. */
export const techniciansRebooked = createHook<[write: Writer, technicians: readonly string[]], void>(
  'technicians told of their bookings',
);

export const assignments: TrackedTable<Assignment> = {
  name: 'assignments',
  columns: [
    'visit_id',
    'technician_id',
    'starts_at',
    'ends_at',
    'is_lead',
    'is_pinned',
    'progress',
    'en_route_at',
    'on_site_at',
    'done_at',
    'overrides',
  ],
  byScenario: 'all',
  readers: dispatchers,
  writers: dispatchers,
  label: () => 'Booking',
  subjects: ({ visit_id, technician_id }) => [visit_id, technician_id],
  undoneWith: ({ visit_id }) => visit_id,
  refusals: {
    assignments_account_id_scenario_id_visit_id_technician_id_key:
      'This technician is already on that visit.',
    assignments_account_id_visit_id_fkey: 'This visit no longer exists.',
    assignments_account_id_technician_id_fkey: 'This technician no longer exists.',
  },
  async technicians(db, rows) {
    const owners = await readOwners(
      db,
      rows.map(({ id }) => id!),
    );
    return [...owners, ...rows.map(({ technician_id }) => technician_id)].filter((id) => id !== undefined);
  },
  async settle(write, touched) {
    const changed = await rebookings(write, touched);
    const visits = changed.map(({ visit }) => visit);
    if (write.scenario !== null) await refuseBeyond(write, touched);
    // Both write to this table, which is settled again then.
    if (await followDurations(write, visits)) return;
    const moved = changed.filter(({ isMoved, after }) => isMoved && after.length > 0);
    for (const { after } of changed) refuseTwoCrews(after);
    if (moved.length > 0 && (await forgetOverrides(write, moved))) return;
    await askConstraint(write.db);
    await followAssignments(write, visits);
    if (write.scenario === null) await techniciansRebooked.run(write, techniciansOf(touched));
  },
};

/** Those whose day is another one than before. */
function techniciansOf(touched: readonly Touched<Assignment>[]): string[] {
  const moved = touched.filter(({ before, after }) => before?.starts_at !== after?.starts_at);
  return [...new Set(moved.map(({ before, after }) => (after ?? before)!.technician_id))];
}

/** What somebody did is a fact and no trial, and a scenario has no days but its own. */
async function refuseBeyond({ db }: Writer, touched: readonly Touched<Assignment>[]): Promise<void> {
  if (touched.some(({ before, after }) => after && after.progress !== (before?.progress ?? 'none')))
    throw new Failure('conflict', 'You can’t record progress in a scenario. Use the live board.');
  const ids = touched.map(({ after }) => after?.id).filter((id) => id !== undefined);
  const outside = await findOutside(db, ids);
  if (outside) throw new Failure('conflict', `This scenario only covers ${outside.from} to ${outside.to}.`);
}

interface Changed extends Rebooking {
  /** Whether somebody is booked for another time than before, or for other reasons. */
  readonly isMoved: boolean;
}

async function rebookings({ db }: Writer, touched: readonly Touched<Assignment>[]): Promise<Changed[]> {
  const byVisit = Map.groupBy(touched, ({ before, after }) => (after ?? before)!.visit_id);
  const now = Map.groupBy(
    await readBookings(db, assignments, [...byVisit.keys()]),
    ({ visit_id }) => visit_id,
  );
  return [...byVisit].map(([visit, own]) => {
    const after = now.get(visit) ?? [];
    const ids = new Set(own.map(({ before, after }) => (after ?? before)!.id));
    const kept = after.filter(({ id }) => !ids.has(id));
    const before = [...kept, ...own.map(({ before }) => before).filter((row) => row !== null)];
    return { visit, before, after, isMoved: own.some(isMove) };
  });
}

function isMove({ before, after }: Touched<Assignment>): boolean {
  if (!after || !before) return after !== null;
  const asked = ({ technician_id, starts_at, ends_at, overrides }: Assignment) =>
    JSON.stringify([technician_id, starts_at, ends_at, overrides]);
  return asked(before) !== asked(after);
}

/** What is ahead takes as long as the visit does: also what an undo brings back, or brings back to another length. */
export async function followDurations(write: Writer, ids: readonly string[]): Promise<boolean> {
  const ahead = (await readFacts(write.db, ids)).filter((visit) => !hasBegun(stateOf(visit)));
  const durations = new Map(ahead.map(({ id, duration }) => [id, duration]));
  const rows = await readBookings(write.db, assignments, [...durations.keys()]);
  const wrong = rows
    .map(({ id, visit_id, starts_at, ends_at }) => {
      const duration = durations.get(visit_id)!;
      return { id, ends_at, is: endOf(starts_at, { duration }) };
    })
    .filter(({ ends_at, is }) => ends_at !== is);
  if (wrong.length === 0) return false;
  await write.updateAll(
    assignments,
    wrong.map(({ id, is }) => ({ id, ends_at: is })),
  );
  return true;
}

/** An undo may bring somebody back to a visit that others were booked for since. */
function refuseTwoCrews(crew: readonly Assignment[]): void {
  const starts = new Set(crew.map(({ starts_at }) => starts_at));
  const leads = crew.filter(({ is_lead }) => is_lead);
  if (crew.length > 0 && (starts.size > 1 || leads.length !== 1))
    throw new Failure('conflict', 'This visit’s booking has changed since.');
}

/** Checks, and drops overrides of rules that are not broken: a booking without need for one is kept like any other. */
async function forgetOverrides(write: Writer, moved: readonly Changed[]): Promise<boolean> {
  const broken = await checkBookings.run(write, moved);
  if (write.restores) return false;
  const changed = moved.flatMap(({ visit, after }) =>
    after.flatMap(({ id, overrides }) => {
      const needed = overrides.filter(({ rule }) => broken.get(visit)!.has(rule));
      return needed.length === overrides.length ? [] : [{ id, overrides: needed }];
    }),
  );
  if (changed.length === 0) return false;
  await write.updateAll(assignments, changed);
  return true;
}

/** Everybody who is on these visits or is to be, then the visits: in this order wherever bookings are written. */
export async function holdCrews(
  { db }: Writer,
  ids: readonly string[],
  more: readonly string[] = [],
): Promise<Assignment[]> {
  const before = await readBookings(db, assignments, ids);
  const held = new Set([...before.map(({ technician_id }) => technician_id), ...more]);
  await lockTechnicians(db, [...held]);
  await holdVisits(db, ids);
  const crew = await readBookings(db, assignments, ids);
  if (crew.some(({ technician_id }) => !held.has(technician_id)))
    throw new Failure('conflict', 'Someone else has just booked this. Check it again.');
  return crew;
}

export async function clearCrews(write: Writer, ids: readonly string[]): Promise<void> {
  await write.removeAll(assignments, await readBookings(write.db, assignments, ids));
}

/** Tells something of everybody on these visits: a crew moves as one. */
export async function tellOfCrews(
  write: Writer,
  visits: readonly string[],
  tell: (row: Assignment) => Partial<Assignment>,
): Promise<void> {
  const rows = await readBookings(write.db, assignments, visits);
  await write.updateAll(
    assignments,
    rows.map((row) => Object.assign({ id: row.id }, tell(row))),
  );
}

/** Who is to be on a visit from when on; nobody where there is no such moment. */
export interface CrewBooking {
  readonly visit: Pick<Visit, 'id' | 'duration'>;
  /** Those who are on it. */
  readonly crew: readonly Assignment[];
  readonly technicians: readonly string[];
  readonly starts_at: string | null;
  readonly is_pinned?: boolean;
  readonly overrides?: Assignment['overrides'];
}

/** Afterwards these technicians, and nobody else, are on each visit from its moment on. Whoever leaves goes first, so that the others find room. */
export async function bookCrews(write: Writer, bookings: readonly CrewBooking[]): Promise<void> {
  const left = bookings.flatMap(({ crew, technicians }) =>
    crew.filter(({ technician_id }) => !technicians.includes(technician_id)),
  );
  const wanted = bookings.flatMap((booking) => rowsOf(booking).map((row) => ({ row, booking })));
  const idOf = ({ row, booking }: (typeof wanted)[number]) =>
    booking.crew.find(({ technician_id }) => technician_id === row.technician_id)?.id;
  const kept = wanted.flatMap((each) => {
    const id = idOf(each);
    return id === undefined ? [] : [{ ...each.row, id }];
  });
  if (left.length > 0) await write.removeAll(assignments, left);
  if (kept.length > 0) await write.updateAll(assignments, kept);
  await write.insert(
    assignments,
    wanted.filter((each) => idOf(each) === undefined).map(({ row }) => row),
  );
}

function rowsOf({ visit, technicians, starts_at, is_pinned = false, overrides = [] }: CrewBooking) {
  if (starts_at === null) return [];
  return technicians.map((technician_id, place) => ({
    visit_id: visit.id,
    technician_id,
    starts_at,
    ends_at: endOf(starts_at, visit),
    is_lead: place === 0,
    is_pinned,
    overrides,
  }));
}

function endOf(starts_at: string, { duration }: Pick<Visit, 'duration'>): string {
  return momentText(minutesAfter(minuteOf(starts_at), minutes(duration)));
}
