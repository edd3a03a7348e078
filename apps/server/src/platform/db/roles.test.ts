import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import type { TestDatabase } from '../../../test/database.ts';

let here: TestDatabase;
beforeAll(async () => {
  here = await testDatabase();
});
afterAll(() => here.drop());

const serve = (statement: string) => here.database.pool.query(statement);

test('the role that serves has no power beyond its grants', async () => {
  const { rows } = await serve(
    `select session_user = current_user as itself, rolname = current_user as named, rolsuper, rolcreaterole,
            rolcreatedb, rolbypassrls, rolreplication,
            array(select r.roleid::regrole::text from pg_auth_members r where r.member = pg_roles.oid) as member_of
       from pg_roles where rolname = current_user`,
  );
  expect(rows).toEqual([
    {
      itself: true,
      named: true,
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolbypassrls: false,
      rolreplication: false,
      member_of: [],
    },
  ]);
});

test('it owns nothing', async () => {
  const { rows } = await serve(
    `select relname from pg_class where relowner = (select oid from pg_roles where rolname = current_user)
     union all select proname from pg_proc where proowner = (select oid from pg_roles where rolname = current_user)
     union all select nspname from pg_namespace where nspowner = (select oid from pg_roles where rolname = current_user)
     union all select datname from pg_database where datdba = (select oid from pg_roles where rolname = current_user)`,
  );
  expect(rows).toEqual([]);
});

test.each([
  'create table mine (id int)',
  'alter table users disable row level security',
  'drop policy account on users',
  'truncate users',
  'select * from sign_ins',
  'insert into schema_migrations values (9999)',
  `update plans set price_cents = 0`,
  'create role another',
  `alter role muster_owner password 'x'`,
  'set role muster_owner',
  'create table pgboss.mine (id int)',
  `select pgboss.create_queue('mine', '{"policy": "standard", "partition": true}')`,
])('it may not: %s', async (statement) => {
  await expect(serve(statement)).rejects.toThrow(/permission denied|must be (able to SET ROLE|owner)/);
});
