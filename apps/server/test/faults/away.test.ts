import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { isDatabaseAway } from '../../src/platform/db/connection-errors.ts';
import { connect } from '../../src/platform/db/connect.ts';
import type { Database } from '../../src/platform/db/connect.ts';
import { startLive } from '../../src/platform/live/hub.ts';
import { enqueue } from '../../src/platform/tasks/outbox.ts';
import { startQueue } from '../../src/platform/tasks/queue.ts';
import { silentLog } from '../silent-log.ts';
import { until } from '../until.ts';
import { plainPostgres } from './plain-postgres.ts';
import { transaction } from '../../src/platform/db/transaction.ts';
import type { PlainPostgres } from './plain-postgres.ts';
import { testKeys } from '../test-keys.ts';

const CLIENTS = 20;

let postgres: PlainPostgres;
let database: Database;
beforeAll(async () => {
  postgres = await plainPostgres();
});
afterAll(() => postgres.remove());
beforeEach(async () => {
  await postgres.start();
  database = await connect({ ownerUrl: postgres.ownerUrl, log: silentLog, keys: testKeys });
});
afterEach(async () => {
  await database.close();
  await postgres.stop();
});

/** Clients that send requests without a pause. A request may fail for one reason only: the database is away. */
function load() {
  const ending = new AbortController();
  const done: number[] = [];
  const refused: unknown[] = [];
  let next = 0;
  const client = async () => {
    while (!ending.signal.aborted) {
      const n = next++;
      try {
        await transaction(database.db, (db) => enqueue(db, 'load', { n }));
        done.push(n);
      } catch (error) {
        refused.push(error);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    done,
    refused,
    async end() {
      ending.abort();
      await clients;
    },
  };
}

const ask = () => sql`select 1`.execute(database.db);

async function refusedWithin(): Promise<number> {
  const asked = performance.now();
  await expect(ask()).rejects.toSatisfy(isDatabaseAway);
  return performance.now() - asked;
}

test('stopped and started under load: nothing crashes, nothing acknowledged is lost, work goes on', async () => {
  const live = await startLive({ database, log: silentLog });
  const clients = load();
  await until(() => clients.done.length > 100);

  for (let stop = 0; stop < 3; stop += 1) {
    await postgres.stop();
    await until(() => database.isAway());
    const waits = [];
    for (let n = 0; n < 5; n += 1) waits.push(await refusedWithin());
    expect(Math.min(...waits)).toBeLessThan(100);

    await postgres.start();
    await until(() => !database.isAway());
    const before = clients.done.length;
    await until(() => clients.done.length > before + 50);
  }
  await clients.end();
  expect(clients.refused.filter((error) => !isDatabaseAway(error))).toEqual([]);

  const { rows } = await database.pool.query<{ n: number }>(
    `select (payload->>'n')::int as n from outbox where topic = 'load'`,
  );
  const kept = new Set(rows.map(({ n }) => n));
  expect(clients.done.filter((n) => !kept.has(n))).toEqual([]);
  await live.close();
}, 60_000);

test('a database that hangs is found, what waits for it is refused, and it is found back', async () => {
  await ask();
  const clients = load();
  await until(() => clients.done.length > 20);
  const thaw = postgres.freeze();
  const stuck = clients.refused.length;
  await until(() => database.isAway());
  // Requests are refused at once, also those that were waiting before the database was found away.
  await until(() => clients.refused.length >= stuck + CLIENTS);
  expect(await refusedWithin()).toBeLessThan(100);
  thaw();
  await until(() => !database.isAway());
  const before = clients.done.length;
  await until(() => clients.done.length > before + 50);
  await clients.end();
  expect(clients.refused.filter((error) => !isDatabaseAway(error))).toEqual([]);
}, 60_000);

test('one connection that is cut disturbs only who used it', async () => {
  const cut = database.db
    .transaction()
    .execute((db) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db));
  await expect(cut).rejects.toSatisfy(isDatabaseAway);
  await until(() => !database.isAway());
  expect((await ask()).rows).toEqual([{ '?column?': 1 }]);
});

test('the queue waits for the database and then does what was left', async () => {
  const done: unknown[] = [];
  const queue = await startQueue({
    database,
    log: silentLog,
    tasks: { load: async () => {}, after: async (payload) => void done.push(payload) },
  });
  await postgres.stop();
  await until(() => database.isAway());
  await postgres.start();
  await until(() => !database.isAway());
  await transaction(database.db, (db) => enqueue(db, 'after', { the: 'storm' }));
  await until(() => done.length > 0);
  expect(done).toEqual([{ the: 'storm' }]);
  await queue.stop();
}, 60_000);
