import { randomBytes, randomUUID } from 'node:crypto';
import type { AccountId } from '@muster/domain/values/ids';
import { addDays, dateAt, type LocalDate } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import { makeFullBusiness } from '@muster/domain/work/samples/full-business';
import { SAMPLE_ZONE } from '@muster/domain/work/samples/make-business';
import { rowsOfCustomers } from '@muster/domain/work/samples/rows-of-customers';
import { sampleAbsences } from '@muster/domain/work/samples/rows-of-people';
import { insertAccount, insertUsers } from '../src/modules/identity/accounts/store.ts';
import { holidaysOf } from '../src/modules/work/holidays/service.ts';
import { accounts } from '../src/modules/work/settings/service.ts';
import { fillSuburbs, findWithin } from '../src/modules/work/suburbs/service.ts';
import { updateRows } from '../src/platform/changes/rows.ts';
import { withAccount } from '../src/platform/db/account.ts';
import type { Database } from '../src/platform/db/connect.ts';
import { accountToOpen } from '../src/platform/sign-in/person.ts';
import { hashPassword } from '../src/platform/sign-in/passwords.ts';
import { buyersOf, layBooks, makeBooks } from './books.ts';
import { layBusiness } from './demo.ts';
import { layPrices, openBooks } from './money.ts';

/** How large a business is wanted. */
export interface Fill {
  readonly technicians: number;
  /** Each technician's, on each working day. */
  readonly visits: number;
  readonly weeksBefore: number;
  readonly weeksAhead: number;
  /** Of the year before today, with what was paid of them; none where nothing is said. */
  readonly invoices?: number;
}

export interface Filled {
  readonly account: AccountId;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly visits: number;
}

const SYDNEY = { latitude: -33.86, longitude: 151.08, degrees: 0.3 };
const REGION = 'NSW';
/** Without one it could issue no tax invoice. */
const ABN = '51824753556';
/** Of a business's own, so that its rows can be told from those of the demo. */
const SERIES = 2;
const WEEK = 7;
const YEAR = 365;
const PASSWORD_BYTES = 12;

/** A new business with full days before, on and after today, and an owner whose password nobody else knows. */
export async function fillAccount({ db }: Database, fill: Fill, now: Date): Promise<Filled> {
  await fillSuburbs(db);
  const account = accountToOpen();
  const tail = account.slice(-8);
  const owner = { email: `owner-${tail}@example.com`, first_name: 'Olivia', last_name: 'Full' };
  const name = `Full Days Plumbing ${tail}`;
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const today = dateAt(minuteAt(now), SAMPLE_ZONE);
  const firstDay = addDays(today, -WEEK * fill.weeksBefore);
  const days = WEEK * (fill.weeksBefore + fill.weeksAhead) + 1;
  const holidays = new Set<string>(
    holidaysOf(REGION, firstDay, addDays(firstDay, days)).map(({ date }) => date),
  );
  const size = {
    series: SERIES,
    seed: 1,
    technicians: fill.technicians,
    visits: fill.visits,
    firstDay,
    days,
    unscheduled: Math.ceil(fill.technicians / 2),
    suburbs: await findWithin(db, SYDNEY),
    isAway: (technician: number, day: LocalDate) =>
      holidays.has(day) ||
      sampleAbsences.some(
        (away) =>
          away.technician === technician &&
          day >= addDays(today, away.from) &&
          day < addDays(today, away.from + away.days),
      ),
  };
  const business = makeFullBusiness(size);
  const password_hash = await hashPassword(password, account);
  const sold = await withAccount(db, account, async (db) => {
    await insertAccount(db, { id: account, name, plan_code: 'fleet', licences: fill.technicians });
    await insertUsers(db, account, [{ id: randomUUID(), role: 'owner', password_hash, ...owner }]);
    const settings = { region: REGION, zone: SAMPLE_ZONE, abn: ABN, set_up_at: now.toISOString() };
    await updateRows(db, accounts, [{ id: account, ...settings }], Object.keys(settings));
    await layBusiness(db, size, business, { now });
    await layPrices(db, account, now);
    return openBooks(db, account, name);
  });
  // Reckoned between two transactions: tens of thousands take longer than one may be idle.
  const customers = buyersOf(rowsOfCustomers(size.series, business));
  const books = makeBooks({
    ...sold,
    customers,
    seed: size.seed,
    invoices: fill.invoices ?? 0,
    days: YEAR,
    today,
  });
  await withAccount(db, account, (db) => layBooks(db, books));
  return { account, name, email: owner.email, password, visits: business.visits.length };
}
