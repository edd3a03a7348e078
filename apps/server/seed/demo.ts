import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { LocalDate } from '@muster/domain/values/local-time';
import { addDays, dateAt } from '@muster/domain/values/local-time';
import { minuteAt, DAY_MS } from '@muster/domain/values/minutes';
import type { Business, BusinessSize } from '@muster/domain/work/samples/make-business';
import { makeBusiness } from '@muster/domain/work/samples/make-business';
import { rowsOfCustomers } from '@muster/domain/work/samples/rows-of-customers';
import { rowsOfPeople, sampleAbsences } from '@muster/domain/work/samples/rows-of-people';
import { rowsOfWork } from '@muster/domain/work/samples/rows-of-work';
import { sendMail } from '../src/modules/basics/mails/service.ts';
import { readBoardText } from '../src/modules/dispatch/board/service.ts';
import { takeJobNumbers } from '../src/modules/identity/accounts/service.ts';
import type { NewPerson } from '../src/modules/identity/accounts/store.ts';
import {
  insertAccount,
  insertStaff,
  insertUsers,
  setDisabled,
} from '../src/modules/identity/accounts/store.ts';
import { subscriptions } from '../src/modules/identity/licences/service.ts';
import { assignments } from '../src/modules/work/assignments/service.ts';
import { contacts } from '../src/modules/work/contacts/service.ts';
import { customers } from '../src/modules/work/customers/service.ts';
import { jobTypes } from '../src/modules/work/job-types/service.ts';
import { jobs } from '../src/modules/work/jobs/service.ts';
import { accounts, readSettings } from '../src/modules/work/settings/service.ts';
import { sites } from '../src/modules/work/sites/service.ts';
import { skills } from '../src/modules/work/skills/service.ts';
import { lastNumbers } from '../src/modules/money/money-settings/service.ts';
import { findWithin } from '../src/modules/work/suburbs/service.ts';
import { absences, technicians, tickets } from '../src/modules/work/technicians/service.ts';
import { visits } from '../src/modules/work/visits/service.ts';
import { latestChange } from '../src/platform/changes/command.ts';
import { updateRows } from '../src/platform/changes/rows.ts';
import { clearAway, layDown } from '../src/platform/changes/unlogged.ts';
import { withAccount } from '../src/platform/db/account.ts';
import type { Database } from '../src/platform/db/connect.ts';
import type { Db, Tx } from '../src/platform/db/executor.ts';
import { accountToOpen } from '../src/platform/sign-in/person.ts';
import { buyersOf, layBooks, makeBooks } from './books.ts';
import { openDemoEnquiries } from './enquiries.ts';
import { layCalls } from './calls.ts';
import { layPrices, openBooks } from './money.ts';

export const DEMO_SIGN_IN = 'owner@example.com';
export const DEMO_PASSWORD = 'muster-demo';
/** Everybody is shown the password, so a hash that takes long would protect nothing, and this one takes a millisecond. */
export const DEMO_PASSWORD_HASH =
  '$argon2id$v=19$m=1024,t=1,p=1$zlxTJmJKjpql0qNOUtcX8g$9rDdch0P3mFrByl1tqYSdb3mFgMmoPbBYbJpmkeO/J4';

const roles = ['owner', 'dispatcher', 'bookkeeper', 'technician'] as const;

/** Fixed, so that a second start finds the business there. */
const account = {
  id: accountToOpen('0193e5a0-0000-7000-8000-000000000001'),
  name: 'Harbour City Plumbing',
  plan_code: 'crew',
  licences: 5,
};

type Demo = Omit<NewPerson, 'password_hash'>;

export const demoPeople = {
  owner: {
    id: '0193e5a0-0000-7000-8000-000000000011',
    email: DEMO_SIGN_IN,
    first_name: 'Olivia',
    last_name: 'Owner',
  },
  dispatcher: {
    id: '0193e5a0-0000-7000-8000-000000000012',
    email: 'dispatcher@example.com',
    first_name: 'Dan',
    last_name: 'Dispatcher',
  },
  bookkeeper: {
    id: '0193e5a0-0000-7000-8000-000000000014',
    email: 'bookkeeper@example.com',
    first_name: 'Bea',
    last_name: 'Bookkeeper',
  },
  technician: {
    id: '0193e5a0-0000-7000-8000-000000000013',
    email: 'technician@example.com',
    first_name: 'Priya',
    last_name: 'Technician',
  },
} as const satisfies Record<string, Demo>;
const staff: Demo = {
  id: '0193e5a0-0000-7000-8000-000000000021',
  email: 'staff@example.com',
  first_name: 'Sam',
  last_name: 'Staff',
};

/**
 * The business to try Muster with. Only ever opened for the built-in database on a server nobody else can reach. True when it
 * was not there before.
 */
export async function openDemo({ db }: Database): Promise<boolean> {
  return withAccount(db, account.id, async (db) => {
    if (!(await insertAccount(db, account))) {
      await setDisabled(db, people, null);
      return false;
    }
    const password_hash = DEMO_PASSWORD_HASH;
    await insertUsers(
      db,
      account.id,
      roles.map((role) => Object.assign({ role, password_hash }, demoPeople[role])),
    );
    await insertStaff(db, { ...staff, password_hash });
    const { email, first_name } = demoPeople.owner;
    await sendMail(db, { template: 'welcome', to: email, first_name });
    return true;
  });
}

/** What there is to schedule in it: two weeks of work around today. */
export async function openDemoWork({ db }: Database, now: Date): Promise<void> {
  await openDemoBusiness(db, account.id, { now, technicianUser: demoPeople.technician.id });
}

/** What the back office of such a server finds: the business that is there now, and others that may come. */
export async function openDemoOffice(database: Database, now: Date): Promise<void> {
  await openDemoEnquiries(database, { staff: staff.id, account: account.id, now });
}

/** A password that everybody knows must open nothing once others can reach the server, whatever was tried before. */
export async function closeDemo({ db }: Database, now: Date): Promise<void> {
  await withAccount(db, account.id, (db) => setDisabled(db, people, now));
}

const people = [...Object.values(demoPeople), staff].map(({ id }) => id);

const ZONE = 'Australia/Sydney';
const SYDNEY = { latitude: -33.86, longitude: 151.08, degrees: 0.22 };
/** Those of the plan `fleet`. */
const LICENCES = 25;
/** Its customers are told of their visits, and can answer; its invoices are tax invoices. */
const reachable = {
  phone: '(02) 5550 1234',
  email: 'office@example.com',
  tells_customers: true,
  abn: '51824753556',
};
/** A year of invoices. */
const ownBooks = { invoices: 300, days: 365 };
const ACCOUNT_NAME = 'Harbour City Plumbing Pty Ltd';
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
      const size = await demoSize(db, today);
      await fillBusiness(db, size, { now, technicianUser, isDemo: true });
      await layPrices(db, account, now);
      const people = demoCustomers(size.series, makeBusiness(size));
      const { phone } = reachable;
      await layCalls(db, account, { customers: people.customers, phone, today, zone: ZONE, now });
      if ((await lastNumbers(db)).invoice === null) {
        const customers = buyersOf(people);
        const books = { ...ownBooks, seed: size.seed, today, customers };
        await layBooks(db, makeBooks({ ...books, ...(await openBooks(db, account, ACCOUNT_NAME)) }));
      }
    }
    const settings = { id: account, region: 'NSW', zone: ZONE, set_up_at: now.toISOString() };
    await updateRows(db, accounts, [settings], ['region', 'zone', 'set_up_at']);
  });
}

/** Those that are businesses have an ABN, and can be sent e-invoices. */
function demoCustomers(series: number, business: Business) {
  const { customers, ...others } = rowsOfCustomers(series, business);
  return {
    ...others,
    customers: customers.map((row, index) =>
      Object.assign(row, { abn: business.customers[index]!.customer.isBusiness ? abnNumber(index) : null }),
    ),
  };
}

/** A number with the check digits of an ABN, which no business has been given. */
function abnNumber(index: number): string {
  const body = `900${String(index).padStart(6, '0')}`;
  const sum = Array.from(body).reduce((total, digit, at) => total + Number(digit) * (3 + 2 * at), 0);
  return `${99 - (sum % 89)}${body}`;
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
  { now, technicianUser, isDemo = false }: { now: Date; technicianUser?: string; isDemo?: boolean },
): Promise<void> {
  // Whoever was invoiced stays, and is the same on every day.
  const stays = isDemo && (await lastNumbers(db)).invoice !== null ? ofCustomers : [];
  const tables = Object.entries(order).filter(([name]) => !stays.includes(name));
  for (const [, table] of tables.toReversed()) await clearAway(db, table);
  const business = makeBusiness(size);
  const given = { now, stays, isDemo, ...(technicianUser && { technicianUser }) };
  await layBusiness(db, size, business, given);
}

const ofCustomers: readonly string[] = ['customers', 'contacts', 'sites'];

/** Lays a business down in an account that has none of it yet. */
export async function layBusiness(
  db: Tx,
  size: Pick<BusinessSize, 'series' | 'seed'>,
  business: Business,
  {
    now,
    technicianUser,
    stays = [],
    isDemo = false,
  }: { now: Date; technicianUser?: string; stays?: readonly string[]; isDemo?: boolean },
): Promise<void> {
  const people = rowsOfPeople(size.series, business, dayAt(now));
  const withUser = people.technicians.map((row, index) =>
    Object.assign(row, { user_id: index === 0 ? (technicianUser ?? null) : null }),
  );
  const rows: Record<string, readonly object[]> = {
    ...people,
    technicians: withUser,
    ...(isDemo ? demoCustomers : rowsOfCustomers)(size.series, business),
    ...rowsOfWork(size, business, minuteAt(now)),
  };
  for (const [name, table] of Object.entries(order))
    if (!stays.includes(name)) await layDown(db, table, rows[name]!);
  await takeJobNumbers(db, business.visits.length);
}

/** From that day on until a week ahead, for those who still work here and have nothing booked on the day. */
async function addDaysOfWork(db: Tx, from: LocalDate, now: Date): Promise<void> {
  const today = dayAt(now);
  const firstDay = from > today ? from : today;
  const lastDay = addDays(today, DAYS_AFTER);
  if (firstDay > lastDay) return;
  const board: BoardTables = JSON.parse(await readBoardText(db, firstDay, lastDay));
  const active = new Set(board.technicians.filter(({ is_active }) => is_active).map(({ id }) => id));
  const own = board.assignments.filter(({ starts_at }) => dayAt(new Date(starts_at)) >= firstDay);
  const busy = new Set(own.map(({ technician_id }) => technician_id));
  const days = Math.round((Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS) + 1;
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
