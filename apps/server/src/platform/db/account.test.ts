import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountId } from '@muster/domain/values/ids';
import { makeAccount } from '../../../test/setups/accounts.ts';
import { testDatabase } from '../../../test/database.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { withAccount } from './account.ts';
import type { Db } from './executor.ts';

let here: TestDatabase;
let db: Db;
let harbour: AccountId;
let outback: AccountId;

beforeAll(async () => {
  here = await testDatabase();
  db = here.database.db;
  harbour = await makeAccount(db, 'Harbour');
  outback = await makeAccount(db, 'Outback');
});
afterAll(() => here.drop());

const names = async (db: Db) =>
  (await sql<{ last_name: string }>`select last_name from users order by 1`.execute(db)).rows.map(
    (row) => row.last_name,
  );
const accounts = async (db: Db) =>
  (await sql<{ name: string }>`select name from accounts order by 1`.execute(db)).rows.map((row) => row.name);

describe('a query that forgets its account filter', () => {
  test('sees nothing of another account', async () => {
    expect(await withAccount(db, harbour, names)).toEqual(['Harbour']);
    expect(await withAccount(db, outback, accounts)).toEqual(['Outback']);
  });

  test('sees nothing at all outside every account', async () => {
    expect(await names(db)).toEqual([]);
    expect(await accounts(db)).toEqual([]);
  });

  test('changes and deletes nothing of another account', async () => {
    await withAccount(db, harbour, (db) => sql`update users set first_name = 'Robin'`.execute(db));
    await withAccount(db, harbour, (db) => sql`delete from users where last_name = 'Outback'`.execute(db));
    const { rows } = await withAccount(db, outback, (db) => sql`select first_name from users`.execute(db));
    expect(rows).toEqual([{ first_name: 'Kim' }]);
  });
});

test.each([
  [
    'insert a row for another account',
    () => sql`insert into users (account_id, email, first_name, last_name, role, password_hash)
        values (${outback}, 'spy@example.com', 'A', 'Spy', 'owner', '')`,
  ],
  ['give a row to another account', () => sql`update users set account_id = ${outback}`],
  [
    'make another account',
    () => sql`insert into accounts (name, plan_code, licences) values ('X', 'solo', 1)`,
  ],
])('the database refuses to %s', async (_, statement) => {
  await expect(withAccount(db, harbour, (db) => statement().execute(db))).rejects.toThrow(
    /row-level security/,
  );
});

test('the account is left when the transaction ends, on the same connection', async () => {
  await withAccount(db, harbour, names);
  const seen = await db.connection().execute(async (db) => {
    await withAccount(db, harbour, names);
    return names(db);
  });
  expect(seen).toEqual([]);
});

test('a failure inside undoes what was done and leaves the pool usable', async () => {
  await expect(
    withAccount(db, harbour, async (db) => {
      await sql`update accounts set name = 'Gone'`.execute(db);
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await withAccount(db, harbour, accounts)).toEqual(['Harbour']);
});

describe('a sign-in', () => {
  const find = (email: string, within = db) =>
    sql`select * from find_sign_in(${email}, null, null, null)`.execute(within);

  test('is found by its address alone, in any case, before an account is known', async () => {
    const { rows } = await find(`${outback.toUpperCase()}@Example.com`);
    expect(rows).toEqual([expect.objectContaining({ account_id: outback, password_hash: 'hash' })]);
  });

  test('of staff belongs to no account', async () => {
    await sql`insert into staff (email, first_name, last_name, password_hash)
              values ('staff@example.com', 'Sam', 'Staff', 'secret')`.execute(db);
    expect((await find('staff@example.com')).rows).toEqual([
      expect.objectContaining({ account_id: null, password_hash: 'secret' }),
    ]);
  });

  const nobody = {
    account_id: null,
    user_id: null,
    password_hash: null,
    disabled_at: null,
    has_device: false,
    pending_hash: null,
  };

  test('that nobody has is looked up like any other, and is nobody', async () => {
    expect((await find('nobody@example.com')).rows).toEqual([nobody]);
  });

  test('leaves the account of the transaction as it was', async () => {
    const seen = await withAccount(db, harbour, async (db) => {
      await find(`${outback}@example.com`, db);
      return accounts(db);
    });
    expect(seen).toEqual(['Harbour']);
  });

  test('is unique across accounts, and follows a changed address', async () => {
    const take = (email: string) =>
      withAccount(db, harbour, (db) => sql`update users set email = ${email}`.execute(db));
    await expect(take(`${outback}@example.com`)).rejects.toThrow(/sign_ins_pkey/);
    await take('kim@example.com');
    expect((await find('kim@example.com')).rows).toMatchObject([{ account_id: harbour }]);
    expect((await find(`${harbour}@example.com`)).rows).toEqual([nobody]);
  });
});

test('the role that serves looks people up by the doors that are in use, and by no others', async () => {
  const { rows } = await sql<{ name: string }>`
    select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prosecdef and has_function_privilege(p.oid, 'execute')
     order by 1`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual([
    'accounts_with_people()',
    'erase_from_log(text,jsonb)',
    'find_sign_in(text,bytea,bytea,smallint)',
    'forget_naming_answers(uuid[],bigint,bigint)',
    'forget_own_answers(uuid[])',
    'forget_unchanged_answers(uuid[],uuid,integer)',
    'is_registered(text)',
    'keep_log_months()',
    'read_only_of(uuid)',
    'use_session(bytea,timestamp with time zone,timestamp with time zone)',
  ]);
});
