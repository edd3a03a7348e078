import type { AccountId } from '@muster/domain/values/ids';
import { sql } from 'kysely';
import { createFairQueue } from '../fair-queue.ts';
import { Failure } from '../http/answers/errors.ts';
import { connections } from '../limit-table.ts';
import type { Db, Tx } from './executor.ts';
import { isUrgent } from '../urgency.ts';
import { transaction } from './transaction.ts';

/**
 * Accounts take turns for connections, and none has so many that another could not have one at once. Some are kept for what people
 * stand in front of, whatever else everybody asks for.
 */
const turns = createFairQueue({
  atOnce: connections.ofAccounts,
  ofOne: connections.ofOneAccount,
  kept: connections.kept,
  waitMs: connections.turnMs,
});

/**
 * The only door to tables that belong to an account. The database itself hides every other account's rows for as
 * long as the transaction lasts, so a query that forgets its filter finds nothing it should not. The same holds for what a
 * scenario has of its own; without one, it is the live board that is seen.
 */
export async function withAccount<T>(
  db: Db,
  account: AccountId,
  work: (db: Tx) => Promise<T>,
  scenario: string | null = null,
): Promise<T> {
  const inAccount = async (db: Tx) => {
    // The live board has the id of its account. Rows that are read as JSON tell their times in UTC.
    await sql`select set_config('muster.account', ${account}, true), set_config('muster.scenario', ${account}, true),
                     set_config('timezone', 'UTC', true)`.execute(db);
    return scenario === null ? work(db) : inScenario(db, scenario, work);
  };
  return turns.run(account, () => transaction(db, inAccount), isUrgent());
}

/** The same inside a transaction of another account, which goes on afterwards: both commit, or neither does. */
export async function inAccount<T>(db: Tx, account: AccountId, work: (db: Tx) => Promise<T>): Promise<T> {
  const found = await sql<{ before: string; scenario: string }>`
    select current_account() as before, current_scenario() as scenario`.execute(db);
  const { before, scenario } = found.rows[0]!;
  await sql`select set_config('muster.account', ${account}, true), set_config('muster.scenario', ${account}, true)`.execute(
    db,
  );
  const done = await work(db);
  // Where the work fails, the transaction ends, and the settings with it.
  await sql`select set_config('muster.account', ${before}, true), set_config('muster.scenario', ${scenario}, true)`.execute(
    db,
  );
  return done;
}

/** For as long as the work lasts a scenario of the account is seen instead of the board that was seen before. */
export async function inScenario<T>(db: Tx, scenario: string, work: (db: Tx) => Promise<T>): Promise<T> {
  const found = await sql<{ before: string }>`
    select current_scenario() as before from scenarios
     where id = ${scenario} and id <> current_account() and state <> 'discarded'`.execute(db);
  const before = found.rows[0]?.before;
  if (before === undefined) throw new Failure('notFound', 'This scenario no longer exists.');
  await sql`select set_config('muster.scenario', ${scenario}, true)`.execute(db);
  const done = await work(db);
  // Where the work fails, the transaction ends, and the setting with it.
  await sql`select set_config('muster.scenario', ${before}, true)`.execute(db);
  return done;
}
