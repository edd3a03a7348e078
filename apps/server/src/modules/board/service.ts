import { minuteOf } from '@muster/domain/assignments/rules';
import type { Assignment } from '@muster/domain/assignments/schema';
import { assignmentRow, boardRows } from '@muster/domain/board/rules';
import type { BoardTables } from '@muster/domain/board/schema';
import { withAssignments } from '@muster/domain/scheduling/board/change';
import { check } from '@muster/domain/scheduling/board/check';
import { prepareBoard } from '@muster/domain/scheduling/board/prepare';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import { type Reason, refusals } from '@muster/domain/scheduling/board/reasons';
import { type RefusedFor, refusedFor } from '@muster/domain/scheduling/board/words/refused-for';
import type { RuleName } from '@muster/domain/scheduling/constraints';
import { addDays, dateAt, type LocalDate, startOfDay } from '@muster/domain/values/local-time';
import { epochMinutes, type EpochMinutes } from '@muster/domain/values/minutes';
import { hasBegun } from '@muster/domain/visits/states';
import { touchedSince } from '../../platform/changes/log.ts';
import type { Writer } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';
import { Failure } from '../../platform/http/errors.ts';
import { holidaysOf } from '../holidays/service.ts';
import { knownRoads } from '../roads/service.ts';
import { readAhead, readBusiness, readTables, type Stretch } from './store.ts';

const MILLISECONDS = 60_000;
/** A shift of the evening before may go on in the first night, and somebody drives from there. */
const EVENING_MINUTES = 6 * 60;

/** As a month is shown: with the weeks that begin and end it. */
const MOST_DAYS = 42;

/** The days that somebody asks a board of. */
export function boardDays(asked: { from: string; to: string }): { from: LocalDate; to: LocalDate } {
  const [from, to] = [asked.from as LocalDate, asked.to as LocalDate];
  if (to < from || to > addDays(from, MOST_DAYS - 1))
    throw new Failure('malformed', `Ask for between one and ${MOST_DAYS} days.`);
  return { from, to };
}

/** The tables of a stretch of days, both included. */
export async function readBoard(db: Tx, from: LocalDate, to: LocalDate): Promise<BoardTables> {
  return tablesOf(db, await readBusiness(db), from, to);
}

/** So many days from that day on, or from today where it is over. */
export async function readBoardAhead(
  db: Tx,
  { now, from, days }: { now: EpochMinutes; from: LocalDate | undefined; days: number },
): Promise<BoardTables> {
  const business = await readBusiness(db);
  const today = dateAt(now, business.zone);
  const first = from === undefined || from < today ? today : from;
  return tablesOf(db, business, first, addDays(first, days - 1));
}

/** The days around a stretch, as far as these technicians and visits are concerned. */
export async function readBoardOf(
  db: Tx,
  { from, to }: { from: LocalDate; to: LocalDate },
  only: NonNullable<Stretch['only']>,
): Promise<BoardTables> {
  return tablesOf(db, await readBusiness(db), addDays(from, -1), addDays(to, 1), only);
}

async function tablesOf(
  db: Tx,
  business: BoardTables['business'],
  from: LocalDate,
  to: LocalDate,
  only?: Stretch['only'],
): Promise<BoardTables> {
  const tables = await readTables(db, {
    from: dateOf(epochMinutes(startOfDay(from, business.zone) - EVENING_MINUTES)),
    to: dateOf(startOfDay(addDays(to, 1), business.zone)),
    ...(only && { only }),
  });
  const holidays = holidaysOf(business.region, addDays(from, -1), to);
  return { from, to, business, holidays, ...tables, roads: await knownRoads(db, tables) };
}

/** The whole day of the business, as moments. */
export async function dayOf(db: Tx, date: LocalDate): Promise<{ from: Date; to: Date }> {
  return daysOf(db, date, date);
}

/** Whole days of the business, both included, as moments. */
export async function daysOf(db: Tx, from: LocalDate, to: LocalDate): Promise<{ from: Date; to: Date }> {
  const { zone } = await readBusiness(db);
  return { from: dateOf(startOfDay(from, zone)), to: dateOf(startOfDay(addDays(to, 1), zone)) };
}

/** The bookings of one visit that a command has changed, before and after it. */
export interface Rebooking {
  readonly visit: string;
  readonly before: readonly Assignment[];
  readonly after: readonly Assignment[];
}

/**
 * Refuses bookings that break a rule which nobody has overridden, or may; all of them at once. Answers with the rules that each
 * visit breaks on purpose. What the command did not touch is not asked about.
 *
 * A rule about planning is not asked of what was. Whoever takes back a cancellation at 10:05 brings the visit of 10:00 back to where
 * it stood, and an import tells what happened last month: both have written rows with `restores`. Then `past` is not asked, and
 * visits that have begun or are over are facts, about which no rule is asked; the constraint of the table still keeps them apart.
 * What stood where it should not, on somebody who is sick say, goes back there when its remedy is undone, if nothing has happened to
 * whom and what it concerns since: it stood there with that warning before.
 */
export async function checkBookings(
  { db, at, restores, undoes }: Writer,
  rebookings: readonly Rebooking[],
): Promise<Map<string, ReadonlySet<RuleName>>> {
  const board = await boardAround(db, at, rebookings);
  const broken = new Map<string, ReadonlySet<RuleName>>();
  const refused: RefusedFor[] = [];
  const touched = undoes === null ? undefined : await touchedSince(db, undoes, concerned(rebookings));
  for (const { visit: id, before, after } of rebookings) {
    const visit = board.visits.get(id)!;
    if (restores && hasBegun(visit.row.state)) continue;
    // Asked of where it stood, so that the rules see a move; all others are where the command leaves them.
    const asked = withAssignments(board, new Map([[id, before.map(assignmentRow)]]));
    const technicians = after.map(({ technician_id }) => technician_id);
    const reasons = check(asked, visit, technicians, minuteOf(after[0]!.starts_at));
    broken.set(id, new Set(reasons.map(({ rule }) => rule)));
    const isAsItWas = touched !== undefined && ![id, ...technicians].some((one) => touched.has(one));
    refused.push(
      ...reasons
        .filter((reason) => !(isAsItWas && reason.canOverride) && isRefused(reason, after, restores))
        .map((reason) => refusedFor(board, visit, reason)),
    );
  }
  if (refused.length > 0) throw refusal(refused);
  return broken;
}

/** Whom and what bookings are about. */
function concerned(rebookings: readonly Rebooking[]): string[] {
  return rebookings.flatMap(({ visit, after }) => [
    visit,
    ...after.map(({ technician_id }) => technician_id),
  ]);
}

/** What nobody may override, and what can come to be broken where a booking stands: by another site, or by what a visit asks for. */
const NEVER: ReadonlySet<RuleName> = new Set(['banned', 'ticket', 'skill']);

/**
 * Refuses a change of jobs or visits that leaves somebody booked for what they can never do. What may be overridden is no reason to
 * refuse: it stands on the board as a warning, for whoever plans to decide about.
 */
export async function checkStanding(
  { db, at }: Writer,
  of: { readonly visits: readonly string[] } | { readonly jobs: readonly string[] },
): Promise<void> {
  if (Object.values(of).flat().length === 0) return;
  const crews = Map.groupBy(await readAhead(db, of, at), ({ visit_id }) => visit_id);
  if (crews.size === 0) return;
  const standing = [...crews].map(([visit, crew]) => ({ visit, before: crew, after: crew }));
  const board = await boardAround(db, at, standing);
  const refused = standing.flatMap(({ visit: id, after }) => {
    const visit = board.visits.get(id)!;
    if (hasBegun(visit.row.state)) return [];
    const technicians = after.map(({ technician_id }) => technician_id);
    return check(board, visit, technicians, minuteOf(after[0]!.starts_at))
      .filter(({ rule, kind, canOverride }) => kind === 'hard' && !canOverride && NEVER.has(rule))
      .map((reason) => refusedFor(board, visit, reason));
  });
  if (refused.length > 0) throw refusal(refused);
}

function refusal(reasons: readonly { text: string }[]): Failure {
  const more = reasons.length > 1 ? ` And ${reasons.length - 1} more.` : '';
  return new Failure('conflict', `${reasons[0]!.text}${more}`, { data: { reasons } });
}

/** A reason about one of the crew is overridden by their own assignment, one about the visit by any. */
function isRefused(reason: Reason, bookings: readonly Assignment[], restores: boolean): boolean {
  if (restores && reason.rule === 'past') return false;
  const technician = 'technician' in reason ? reason.technician : null;
  const own = bookings.filter(({ technician_id }) => technician === null || technician_id === technician);
  const overridden = own.flatMap(({ overrides }) => overrides.map(({ rule }) => rule));
  return refusals([reason], overridden).length > 0;
}

/** The days around what was booked, for those who were booked. */
async function boardAround(db: Tx, at: Date, rebookings: readonly Rebooking[]): Promise<Board> {
  const after = rebookings.flatMap((rebooking) => rebooking.after);
  const starts = after.map(({ starts_at }) => minuteOf(starts_at));
  const ends = after.map(({ ends_at }) => minuteOf(ends_at));
  const business = await readBusiness(db);
  const dayAt = (at: number) => dateAt(epochMinutes(at), business.zone);
  const tables = await tablesOf(
    db,
    business,
    addDays(dayAt(Math.min(...starts)), -1),
    addDays(dayAt(Math.max(...ends)), 1),
    {
      technicians: [...new Set(after.map(({ technician_id }) => technician_id))],
      visits: rebookings.map(({ visit }) => visit),
    },
  );
  return prepareBoard(boardRows(tables, epochMinutes(Math.floor(at.getTime() / MILLISECONDS))));
}

function dateOf(at: EpochMinutes): Date {
  return new Date(at * MILLISECONDS);
}
