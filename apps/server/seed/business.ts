import { type Business, type BusinessSize, makeBusiness } from '@muster/domain/samples/make-business';
import { rowsOfCustomers } from '@muster/domain/samples/rows-of-customers';
import { rowsOfPeople, sampleAbsences } from '@muster/domain/samples/rows-of-people';
import { rowsOfWork } from '@muster/domain/samples/rows-of-work';
import { addDays, dateAt, type LocalDate } from '@muster/domain/values/local-time';
import { epochMinutes } from '@muster/domain/values/minutes';
import type { AccountId } from '@muster/domain/values/ids';
import { takeJobNumbers } from '../src/modules/accounts/service.ts';
import { assignments } from '../src/modules/assignments/service.ts';
import { readBoard } from '../src/modules/board/service.ts';
import { contacts } from '../src/modules/contacts/service.ts';
import { customers } from '../src/modules/customers/service.ts';
import { jobTypes } from '../src/modules/job-types/service.ts';
import { jobs } from '../src/modules/jobs/service.ts';
import { subscriptions } from '../src/modules/licences/service.ts';
import { accounts, readSettings } from '../src/modules/settings/service.ts';
import { sites } from '../src/modules/sites/service.ts';
import { skills } from '../src/modules/skills/service.ts';
import { findWithin } from '../src/modules/suburbs/service.ts';
import { absences, technicians, tickets } from '../src/modules/technicians/service.ts';
import { visits } from '../src/modules/visits/service.ts';
import { latestChange } from '../src/platform/changes/command.ts';
import { updateRows } from '../src/platform/changes/rows.ts';
import { clearAway, layDown } from '../src/platform/changes/unlogged.ts';
import type { Db, Tx } from '../src/platform/db/executor.ts';
import { withAccount } from '../src/platform/db/account.ts';

const ZONE = 'Australia/Sydney';
const SYDNEY = { latitude: -33.86, longitude: 151.08, degrees: 0.22 };
/** Those of the plan `fleet`. */
const LICENCES = 25;
/** Its customers are told of their visits, and can answer. */
const reachable = { phone: '(02) 5550 1234', email: 'office@example.com', tells_customers: true };
const DAYS_BEFORE = 7;
const DAYS_AFTER = 7;
/** What hangs on what: filled in this order, and cleared in the other. */
const order = {
  skills,
  job_types: jobTypes,
  technicians,
  tickets,
  absences,
  customers,
  contacts,
  sites,
  jobs,
  visits,
  assignments,
};

/**
 * Two weeks of work around today. At a later start they move up to today, as long as nobody has changed anything; otherwise days are
 * added behind them, and nothing is touched.
 */
export async function openDemoBusiness(
  db: Db,
  account: AccountId,
  { now, technicianUser }: { now: Date; technicianUser: string },
): Promise<void> {
  const today = dayAt(now);
  await withAccount(db, account, async (db) => {
    const { set_up_at } = await readSettings(db, account);
    if (set_up_at !== null && dayAt(new Date(set_up_at)) === today) return;
    if (set_up_at !== null && (await latestChange(db, account)) > 0)
      await addDaysOfWork(db, addDays(dayAt(new Date(set_up_at)), DAYS_AFTER + 1), now);
    else {
      const plan = { id: account, plan_code: 'fleet', licences: LICENCES };
      await updateRows(db, subscriptions, [plan], ['plan_code', 'licences']);
      await updateRows(db, accounts, [{ id: account, ...reachable }], Object.keys(reachable));
      await fillBusiness(db, await demoSize(db, today), { now, technicianUser });
    }
    const settings = { id: account, region: 'NSW', zone: ZONE, set_up_at: now.toISOString() };
    await updateRows(db, accounts, [settings], ['region', 'zone', 'set_up_at']);
  });
}

async function demoSize(db: Tx, today: LocalDate): Promise<BusinessSize> {
  return {
    series: 1,
    seed: 20_261,
    technicians: 12,
    customers: 105,
    firstDay: addDays(today, -DAYS_BEFORE),
    days: DAYS_BEFORE + 1 + DAYS_AFTER,
    unscheduled: 15,
    suburbs: await findWithin(db, SYDNEY),
    isAway: (technician, day) =>
      sampleAbsences.some(
        ({ technician: who, from, days, isBooked }) =>
          who === technician && !isBooked && day >= addDays(today, from) && day < addDays(today, from + days),
      ),
  };
}

/** A whole business of that size, in place of what was there. */
export async function fillBusiness(
  db: Tx,
  size: BusinessSize,
  { now, technicianUser }: { now: Date; technicianUser?: string },
): Promise<void> {
  for (const table of Object.values(order).toReversed()) await clearAway(db, table);
  const business = makeBusiness(size);
  const people = rowsOfPeople(size.series, business, dayAt(now));
  const withUser = people.technicians.map((row, index) =>
    Object.assign(row, { user_id: index === 0 ? (technicianUser ?? null) : null }),
  );
  const rows: Record<string, readonly object[]> = {
    ...people,
    technicians: withUser,
    ...rowsOfCustomers(size.series, business),
    ...rowsOfWork(size, business, minuteAt(now)),
  };
  for (const [name, table] of Object.entries(order)) await layDown(db, table, rows[name]!);
  await takeJobNumbers(db, business.visits.length);
}

/** From that day on until a week ahead, for those who still work here and have nothing booked on the day. */
async function addDaysOfWork(db: Tx, from: LocalDate, now: Date): Promise<void> {
  const today = dayAt(now);
  const firstDay = from > today ? from : today;
  const lastDay = addDays(today, DAYS_AFTER);
  if (firstDay > lastDay) return;
  const board = await readBoard(db, firstDay, lastDay);
  const active = new Set(board.technicians.filter(({ is_active }) => is_active).map(({ id }) => id));
  const own = board.assignments.filter(({ starts_at }) => dayAt(new Date(starts_at)) >= firstDay);
  const busy = new Set(own.map(({ technician_id }) => technician_id));
  const days = Math.round((Date.parse(lastDay) - Date.parse(firstDay)) / 86_400_000) + 1;
  const whole = { ...(await demoSize(db, today)), firstDay, days, unscheduled: 5 };
  const business = makeBusiness(whole);
  const isFree = (id: string) => active.has(id) && !busy.has(id);
  const added = business.visits.filter(({ technicians }) => technicians.every(isFree));
  const last = await takeJobNumbers(db, added.length);
  const work = rowsOfWork(whole, withPlaces(business, added, last - added.length), minuteAt(now));
  for (const name of ['jobs', 'visits', 'assignments'] as const) await layDown(db, order[name], work[name]);
}

/** Counted on behind what is there, so that numbers and ids are new. */
function withPlaces(business: Business, visits: Business['visits'], last: number): Business {
  return {
    ...business,
    visits: visits.map((visit, at) => Object.assign(visit, { index: last - 1000 + at })),
  };
}

function dayAt(now: Date): LocalDate {
  return dateAt(minuteAt(now), ZONE);
}

function minuteAt(now: Date) {
  return epochMinutes(Math.floor(now.getTime() / 60_000));
}
