import { Kysely, PostgresDialect, sql } from 'kysely';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { silentLog } from '../../../test/silent-log.ts';
import { isDatabaseAway } from './connection-errors.ts';
import { startBreaker } from './breaker.ts';
import type { Tables } from './executor.ts';
import { guardPool } from './pool.ts';

let here: TestDatabase;
beforeAll(async () => {
  here = await testDatabase();
});
afterAll(() => here.drop());

test('a statement without an answer costs its connection and nothing else', async () => {
  const { appUrl } = here.database;
  const breaker = startBreaker({ appUrl, log: silentLog });
  // One connection: were it given back in the middle of a statement, the next user would wait behind that.
  const pool = new Pool({ connectionString: appUrl, max: 1, query_timeout: 200 });
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: guardPool(pool, { breaker, onError: () => {} }) }),
  });
  const backend = async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    return rows[0]?.pid;
  };
  const before = await backend();
  const silent = db.transaction().execute((db) => sql`select pg_sleep(3600)`.execute(db));
  await expect(silent).rejects.toSatisfy(isDatabaseAway);
  await expect(silent).rejects.toThrow('Query read timeout');
  expect(await backend()).not.toBe(before);
  expect(breaker.isAway()).toBe(false);
  await breaker.close();
  await pool.end();
});

test('a statement that fails costs nothing', async () => {
  const { db, pool } = here.database;
  await expect(db.transaction().execute((db) => sql`select 1 / 0`.execute(db))).rejects.toThrow(
    'division by zero',
  );
  await expect(sql`select nothing`.execute(db)).rejects.not.toSatisfy(isDatabaseAway);
  expect(pool.idleCount).toBe(pool.totalCount);
});

test('the server itself ends what runs, waits or idles for too long', async () => {
  const { rows } = await here.database.pool.query(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
            current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  expect(rows).toEqual([{ statement: '10s', lock: '5s', idle: '30s' }]);
});

test('a statement is planned once for a connection, and a table that changes meanwhile costs that connection alone', async () => {
  const { appUrl } = here.database;
  const breaker = startBreaker({ appUrl, log: silentLog });
  const pool = new Pool({ connectionString: appUrl, max: 1 });
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: guardPool(pool, { breaker, onError: () => {} }) }),
  });
  const read = () => sql`select * from seen_by_pool`.execute(db);
  const owner = new Client({ connectionString: here.ownerUrl });
  await owner.connect();
  await owner.query('create table seen_by_pool (id int); grant select on seen_by_pool to public');
  for (let time = 0; time < 3; time += 1) await read();
  const planned = sql`select from pg_prepared_statements where statement like '%seen_by_pool'`;
  expect((await planned.execute(db)).rows).toHaveLength(1);
  await owner.query('alter table seen_by_pool add column name text');
  await expect(read()).rejects.toSatisfy(isDatabaseAway);
  expect((await read()).rows).toEqual([]);
  expect(breaker.isAway()).toBe(false);
  await owner.end();
  await breaker.close();
  await pool.end();
});
