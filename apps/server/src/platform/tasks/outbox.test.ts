import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { until } from '../../../test/until.ts';
import { QUEUE_SCHEMA } from '../db/queue-schema.ts';
import { transaction } from '../db/transaction.ts';
import { enqueue, relay } from './outbox.ts';

let here: TestDatabase;
let boss: PgBoss;

beforeAll(async () => {
  here = await testDatabase();
  const { pool } = here.database;
  boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: QUEUE_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
});
afterAll(async () => {
  await boss.stop();
  await here.drop();
});
beforeEach(() => here.asOwner('truncate outbox, pgboss.job'));

const put = (count: number) =>
  transaction(here.database.db, async (db) => {
    for (let n = 0; n < count; n += 1) await enqueue(db, 'count', { n });
  });
const waiting = async () => (await here.asOwner('select from outbox')).rowCount;
const queued = async () =>
  (
    await here.asOwner<{ n: number }>(`select (data->'payload'->>'n')::int as n from pgboss.job order by 1`)
  ).rows.map(({ n }) => n);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

test('a task reaches the queue only if its transaction commits', async () => {
  await here.database.db
    .transaction()
    .execute(async (db) => {
      await enqueue(db, 'count', { n: 99 });
      throw new Error('changed my mind');
    })
    .catch(() => {});
  await put(1);
  expect(await relay(here.database.db, boss)).toBe(1);
  expect(await queued()).toEqual([0]);
});

test('relays that run at the same time queue every task exactly once', async () => {
  await put(350);
  const moved = await Promise.all(upTo(4).map(() => relay(here.database.db, boss)));
  const rest = await relay(here.database.db, boss);
  expect(moved.reduce((all, some) => all + some, rest)).toBe(350);
  expect(await queued()).toEqual(upTo(350));
  expect(await waiting()).toBe(0);
});

test('a relay that dies between outbox and queue loses nothing and repeats nothing', async () => {
  await put(20);
  await here.asOwner('begin');
  await here.asOwner('lock table pgboss.job_common in exclusive mode');
  const dying = relay(here.database.db, boss).then(
    () => 'done',
    () => 'died',
  );
  // It has taken the tasks out of the outbox, and now waits to put them into the queue.
  const stuck = `from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike '%insert into pgboss%'`;
  await until(async () => (await here.database.pool.query(`select ${stuck}`)).rowCount);
  await here.database.pool.query(`select pg_terminate_backend(pid) ${stuck}`);
  expect(await dying).toBe('died');
  await here.asOwner('rollback');

  expect(await waiting()).toBe(20);
  expect(await queued()).toEqual([]);
  await until(() => !here.database.isAway());
  expect(await relay(here.database.db, boss)).toBe(20);
  expect(await queued()).toEqual(upTo(20));
});

test('a task that is to wait does so in the queue, and then lets the others go first', async () => {
  await transaction(here.database.db, async (db) => {
    await enqueue(db, 'count', { n: 0 }, 60);
    await enqueue(db, 'count', { n: 1 });
  });
  await relay(here.database.db, boss);
  const { rows } = await here.asOwner(
    `select (data->'payload'->>'n')::int as n, extract(epoch from start_after - created_on)::int as seconds
       from pgboss.job order by priority desc`,
  );
  expect(rows).toEqual([
    { n: 1, seconds: 0 },
    { n: 0, seconds: 60 },
  ]);
});
