import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { RuleName } from '@muster/domain/dispatch/scheduling/constraints';
import type { AccountId } from '@muster/domain/values/ids';
import type { LocalDate } from '@muster/domain/values/local-time';
import { addDays, dateAt, startOfDay } from '@muster/domain/values/local-time';
import { dateOf, epochMinutes, minuteAt } from '@muster/domain/values/minutes';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import { touchedSince } from '../../../platform/changes/log.ts';
import type { Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { reckon } from '../../../platform/threads.ts';
import type { Rebooking } from '../../work/assignments/service.ts';
import { holidaysOf } from '../../work/holidays/service.ts';
import type { Stretch } from './store.ts';
import { countVisits, readAhead, readBusiness, readPlaces, readTables } from './store.ts';
import type { BoardText } from './thread.ts';

export type { BoardText };

/** A shift of the evening before may go on in the first night, and somebody drives from there. */
const EVENING_MINUTES = 6 * 60;

/** As a month is shown: with the weeks that begin and end it. */
const MOST_DAYS = 42;

/** The days that somebody asks a board of. */
export function boardDays(asked: { from: string; to: string }): { from: LocalDate; to: LocalDate } {
  const [from, to] = [asked.from as LocalDate, asked.to as LocalDate];
  if (to < from || to > addDays(from, MOST_DAYS - 1))
    throw new Failure('malformed', `Choose between 1 and ${MOST_DAYS} days.`);
  return { from, to };
}

/** The tables of a stretch of days, both included; `also`: see `Stretch`. */
export async function readBoardText(
  db: Tx,
  from: LocalDate,
  to: LocalDate,
  also: Pick<Stretch, 'visit' | 'place'> = {},
): Promise<BoardText> {
  return textOf(db, (await readBusiness(db)).business, { from, to, ...also });
}

/** The days around a stretch, as far as these technicians and visits are concerned. */
export async function readBoardOf(
  db: Tx,
  { from, to }: { from: LocalDate; to: LocalDate },
  only: NonNullable<Stretch['only']>,
): Promise<BoardText> {
  const { business } = await readBusiness(db);
  return textOf(db, business, { from: addDays(from, -1), to: addDays(to, 1), only });
}

function stretchOf(zone: string, from: LocalDate, to: LocalDate): Pick<Stretch, 'from' | 'to'> {
  return {
    from: dateOf(epochMinutes(startOfDay(from, zone) - EVENING_MINUTES)),
    to: dateOf(startOfDay(addDays(to, 1), zone)),
  };
}

interface Days extends Omit<Stretch, 'from' | 'to'> {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

async function textOf(
  db: Tx,
  business: BoardTables['business'],
  { from, to, ...which }: Days,
): Promise<BoardText> {
  const tables = await readTables(db, {
    ...stretchOf(business.zone, from, to),
    ...which,
  });
  const holidays = holidaysOf(business.region, addDays(from, -1), to);
  const head = JSON.stringify({ from, to, business, holidays });
  return `${head.slice(0, -1)},${tables}}`;
}

/** How many visits are booked on the board of these days. */
export async function countBooked(db: Tx, from: LocalDate, to: LocalDate): Promise<number> {
  return countVisits(db, stretchOf(await zoneOf(db), from, to));
}

/** Where the clocks of the business are. */
export async function zoneOf(db: Tx): Promise<string> {
  return (await readBusiness(db)).business.zone;
}

/** For whom and where the jobs of some changes are: a board that follows a change has neither for the first job of a customer. */
export async function placesOfJobs(
  db: Tx,
  entries: readonly { readonly table: string; readonly fields: object | null }[],
): Promise<Awaited<ReturnType<typeof readPlaces>>> {
  const idsIn = (column: string) =>
    entries
      .filter(({ table }) => table === 'jobs')
      .flatMap(({ fields }) => (fields ? [Reflect.get(fields, column)] : []))
      .filter((id) => typeof id === 'string');
  const [customers, sites] = [idsIn('customer_id'), idsIn('site_id')];
  return customers.length + sites.length === 0 ? [] : readPlaces(db, { customers, sites });
}

/** The whole day of the business, as moments. */
export async function dayOf(db: Tx, date: LocalDate): Promise<{ from: Date; to: Date }> {
  return daysOf(db, date, date);
}

/** Whole days of the business, both included, as moments. */
export async function daysOf(db: Tx, from: LocalDate, to: LocalDate): Promise<{ from: Date; to: Date }> {
  const zone = await zoneOf(db);
  return { from: dateOf(startOfDay(from, zone)), to: dateOf(startOfDay(addDays(to, 1), zone)) };
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
export async function refuseBookings(
  { db, at, restores, undoes }: Writer,
  rebookings: readonly Rebooking[],
): Promise<ReadonlyMap<string, ReadonlySet<RuleName>>> {
  const touched = undoes === null ? null : await touchedSince(db, undoes, concerned(rebookings));
  const { account, text } = await readAround(db, rebookings);
  const asked = { text, now: minuteAt(at), rebookings, touched, restores };
  const { broken, refused } = await reckon(account, 'bookingsOn', asked, true);
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

/**
 * Refuses a change of jobs or visits that leaves somebody booked for what they can never do. What may be overridden is no reason to
 * refuse: it stands on the board as a warning, for whoever plans to decide about.
 */
export async function refuseStanding(
  { db, at }: Writer,
  of: { readonly visits: readonly string[] } | { readonly jobs: readonly string[] },
): Promise<void> {
  if (Object.values(of).flat().length === 0) return;
  const crews = Map.groupBy(await readAhead(db, of, at), ({ visit_id }) => visit_id);
  if (crews.size === 0) return;
  const standing = [...crews].map(([visit, crew]) => ({ visit, before: crew, after: crew }));
  const { account, text } = await readAround(db, standing);
  const refused = await reckon(account, 'standingOn', { text, now: minuteAt(at), standing }, true);
  if (refused.length > 0) throw refusal(refused);
}

function refusal(reasons: readonly { text: string }[]): Failure {
  const more = reasons.length > 1 ? ` And ${reasons.length - 1} more.` : '';
  return new Failure('conflict', `${reasons[0]!.text}${more}`, { data: { reasons } });
}

/** The days around what was booked, for those who were booked. */
async function readAround(
  db: Tx,
  rebookings: readonly Rebooking[],
): Promise<{ account: AccountId; text: BoardText }> {
  const after = rebookings.flatMap((rebooking) => rebooking.after);
  const starts = after.map(({ starts_at }) => minuteOf(starts_at));
  const ends = after.map(({ ends_at }) => minuteOf(ends_at));
  const { account, business } = await readBusiness(db);
  const dayAt = (at: number) => dateAt(epochMinutes(at), business.zone);
  const text = await textOf(db, business, {
    from: addDays(dayAt(Math.min(...starts)), -1),
    to: addDays(dayAt(Math.max(...ends)), 1),
    only: {
      technicians: [...new Set(after.map(({ technician_id }) => technician_id))],
      visits: rebookings.map(({ visit }) => visit),
    },
  });
  return { account, text };
}
