import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyDatabase } from '../../../test/database.ts';
import { silentLog } from '../../../test/silent-log.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { openSecret } from '../secrets/secrets.ts';
import { accountNamedBy } from '../sign-in/person.ts';
import { StartupError } from '../startup-error.ts';
import { withAccount } from './account.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { testKeys } from '../../../test/test-keys.ts';

const ours = join(import.meta.dirname, '../../../migrations');

let place: Awaited<ReturnType<typeof copyDatabase>>;
let folder: ReturnType<typeof temporaryFolder>;
let owner: Client;

beforeEach(async () => {
  place = await copyDatabase({ empty: true });
  folder = temporaryFolder();
  owner = new Client({ connectionString: place.ownerUrl });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await place.remove();
  folder.remove();
});

function write(files: Record<string, string>): void {
  rmSync(folder.path, { recursive: true });
  mkdirSync(folder.path);
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder.path, name), sql);
}
const run = () => migrate(owner, { folder: folder.path, appRole: 'muster_app', log: silentLog });
const applied = async () =>
  (await owner.query<{ name: string }>('select name from schema_migrations order by 1')).rows.map(
    ({ name }) => name,
  );

const first = { '0001_a.sql': 'create table a (id int); grant select on a to :"app";' };
const second = { '0002_b.sql': 'insert into a values (1); insert into a values (2);' };

test('files are applied once, in order, and new ones later', async () => {
  write(first);
  await run();
  write({ ...first, ...second, 'README.md': 'not a migration' });
  await run();
  await run();
  expect(await applied()).toEqual(['0001_a.sql', '0002_b.sql']);
  expect((await owner.query('select id from a order by 1')).rows).toEqual([{ id: 1 }, { id: 2 }]);
  const granted = await owner.query(`select has_table_privilege('muster_app', 'a', 'select') as granted`);
  expect(granted.rows).toEqual([{ granted: true }]);
});

test('a file that was merged late is applied late, and stops nobody', async () => {
  write({ ...first, '0003_c.sql': 'insert into a values (3);' });
  await run();
  write({ ...first, ...second, '0003_c.sql': 'insert into a values (3);' });
  await run();
  expect(await applied()).toEqual(['0001_a.sql', '0002_b.sql', '0003_c.sql']);
  expect((await owner.query('select id from a order by 1')).rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test('every migration of ours but the two that were applied so has a number of its own', () => {
  const numbers = readdirSync(ours).map((name) => name.slice(0, 4));
  const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index);
  expect(twice).toEqual(['0006']);
});

test('no migration was edited since it landed: its checksum stands in checksums.txt', () => {
  const landed = readFileSync(join(ours, 'checksums.txt'), 'utf8');
  const now = readdirSync(ours)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const hash = createHash('sha256').update(readFileSync(join(ours, name)));
      return `${hash.digest('hex')}  ${name}\n`;
    });
  // A new migration adds its line; one that differs is restored, and its change becomes a migration of its own.
  expect(now.join('')).toBe(landed);
});

/** Our own migrations up to that number. */
const until = (last: string) =>
  Object.fromEntries(
    readdirSync(ours)
      .filter((name) => name.endsWith('.sql') && name < last)
      .map((name) => [name, readFileSync(join(ours, name), 'utf8')]),
  );

test('a log from before it had months is brought into them, and none goes back', async () => {
  write(until('0080'));
  await run();
  const account = '0193e5a0-0000-7000-8000-00000000abcd';
  await owner.query(
    `select set_config('muster.account', '${account}', false), set_config('muster.scenario', '${account}', false);
     insert into accounts (id, name, plan_code, licences) select '${account}', 'Old', code, 1 from plans limit 1;
     insert into changes (account_id, number, command_id, command_hash, kind, at, scenario_id, answer, entries)
     select '${account}', number, new_id(), '\\x00', 'skill added', at::timestamptz, '${account}', jsonb_build_object('told', number), 1
       from (values (1, '2024-10-31 23:59Z'), (2, '2024-11-01 00:00Z'), (3, '2024-10-31 23:58Z'), (4, '2026-11-05 00:00Z')) c (number, at);
     insert into change_entries (account_id, number, position, table_name, row_id, version, label, after)
     select '${account}', number, 0, 'skills', new_id(), 1, 'Skill ' || number, '{}' from changes;`,
  );
  write(until('9'));
  await run();
  const { rows } = await owner.query(
    `select c.number::int, c.month::text, a.answer, a.tableoid::regclass::text as answers, e.label, e.tableoid::regclass::text as entries
       from changes c join change_answers a using (account_id, number, month) join change_entries e using (account_id, number, month)
      order by c.number`,
  );
  const change = (number: number, month: string) => ({
    number,
    month: `${month}-01`,
    answer: { told: number },
    answers: `change_answers_${month.replace('-', '_')}`,
    label: `Skill ${number}`,
    entries: `change_entries_${month.replace('-', '_')}`,
  });
  expect(rows).toEqual([
    change(1, '2024-10'),
    change(2, '2024-11'),
    change(3, '2024-11'),
    change(4, '2026-11'),
  ]);
  // The log goes with its account.
  await owner.query(`delete from accounts where id = '${account}'`);
  const left = await owner.query('select from change_entries union all select from change_answers');
  expect(left.rowCount).toBe(0);
});

test('what staff did before the office had the log of a business is in it, with who, when and what; notes too', async () => {
  write(until('0132'));
  await run();
  const [sam, wattle, gum] = ['01', '02', '03'].map((end) => `0193e5a0-0000-7000-8000-0000000000${end}`);
  const house = '00000000-0000-0000-0000-000000000000';
  const before = (state: string, more: object = {}) => ({
    before: {
      state,
      lost_reason: null,
      owner_id: null,
      due_at: '2030-01-08T00:00:00.000Z',
      first_contacted_at: null,
      ...more,
    },
  });
  const told: readonly [string, number, string, string | null, string, object][] = [
    [wattle!, 1, '07', null, 'created', { to: 'new' }],
    [wattle!, 2, '08', sam!, 'owner', { owner: 'Sam Staff', ...before('new') }],
    [wattle!, 3, '09', sam!, 'note', { text: 'Rang, and a quokka answered' }],
    [wattle!, 4, '10', sam!, 'note', { text: 'A slip' }],
    [wattle!, 5, '10', sam!, 'note', { undone: true }],
    [
      wattle!,
      6,
      '11',
      sam!,
      'state',
      { from: 'new', to: 'lost', due_at: null, reason: 'Too dear', ...before('new', { owner_id: sam }) },
    ],
    [
      wattle!,
      7,
      '12',
      sam!,
      'state',
      { from: 'lost', to: 'new', due_at: '2030-01-08T00:00:00.000Z', undone: true },
    ],
    [gum!, 1, '07', null, 'created', { to: 'new' }],
    [gum!, 2, '11', sam!, 'due', { due_at: '2030-02-01T00:00:00.000Z', ...before('new') }],
  ];
  await owner.query(
    `insert into staff (id, email, first_name, last_name, password_hash) values ('${sam}', 'sam@example.com', 'Sam', 'Staff', 'x')`,
  );
  await owner.query(
    `insert into enquiries (id, number, reference, name, email, phone, phone_digits, employees_no, technicians_no, licenses_required,
                            notes, industry_id, state, owner_id, due_at, created_at, version, search)
     select id::uuid, number, 'ENQ-' || number, name, 'a@example.com', '1', '1', '1-10', 1, 1, '', 1, 'new', owner::uuid, due::timestamptz,
            '2030-01-07Z', version, array_to_tsvector(array['a'])
       from (values ('${wattle}', 1, 'Wattle', '${sam}', '2030-01-08Z', 7), ('${gum}', 2, 'Gum', null, '2030-02-01Z', 2))
            e (id, number, name, owner, due, version)`,
  );
  for (const [id, position, day, by, kind, detail] of told)
    await owner.query('insert into enquiry_history values ($1, $2, $3, $4, $5, $6)', [
      id,
      position,
      `2030-01-${day}T00:00:00Z`,
      by,
      kind,
      JSON.stringify(detail),
    ]);
  write(until('9'));
  await run();
  await owner.query(`select set_config('muster.account', '${house}', false)`);
  const { rows } = await owner.query(
    `select c.number::int, c.kind, c.user_id, c.undoes::int, e.table_name, e.label, e.before, e.after
       from changes c join change_entries e using (account_id, number, month)
       join change_answers a using (account_id, number, month)
       join change_subjects s on s.account_id = c.account_id and s.number = c.number and s.subject_id = '${wattle}'
      order by c.number`,
  );
  const common = { user_id: sam, undoes: null, table_name: 'enquiries', label: 'Wattle' };
  expect(rows).toEqual([
    { ...common, number: 1, kind: 'enquiry assigned', before: { owner_id: null }, after: { owner_id: sam } },
    {
      ...common,
      number: 2,
      kind: 'enquiry noted',
      table_name: 'enquiry_notes',
      label: 'Rang, and a quokka answered',
      before: null,
      after: {
        enquiry_id: wattle,
        text: 'Rang, and a quokka answered',
        created_at: '2030-01-09T00:00:00+00:00',
      },
    },
    {
      ...common,
      number: expect.any(Number),
      kind: 'enquiry moved',
      before: { state: 'new', due_at: '2030-01-08T00:00:00.000Z', lost_reason: null },
      after: { state: 'lost', due_at: null, lost_reason: 'Too dear' },
    },
    {
      ...common,
      number: 5,
      kind: 'undo',
      undoes: expect.any(Number),
      before: { state: 'lost', due_at: null, lost_reason: null },
      after: { state: 'new', due_at: '2030-01-08T00:00:00.000Z', lost_reason: null },
    },
  ]);
  expect(rows[3].undoes).toBe(rows[2].number);
  const notes = await owner.query('select enquiry_id, text from enquiry_notes');
  expect(notes.rows).toEqual([{ enquiry_id: wattle, text: 'Rang, and a quokka answered' }]);
  const kept = await owner.query('select name, version, is_due_chosen from enquiries order by number');
  expect(kept.rows).toEqual([
    { name: 'Wattle', version: 4, is_due_chosen: false },
    { name: 'Gum', version: 2, is_due_chosen: true },
  ]);
  const channel = await owner.query(`select last::int from live_channels where name = 'account ${house}'`);
  expect(channel.rows).toEqual([{ last: 5 }]);
});

test('secrets that were plain text are sealed by the start that brings the master key, and nothing is left of the text', async () => {
  write(until('0140'));
  await run();
  const ids = ['01', '02', '03', '04', '05'].map((end) => `0193e5a0-0000-7000-8000-0000000000${end}`);
  const [wattle, gum, user, other, webhook] = ids as [string, string, string, string, string];
  const secret = 'whsec_a-quokka-at-dawn';
  for (const [account, owner_id] of [
    [wattle, user],
    [gum, other],
  ] as const)
    await owner.query(
      `select set_config('muster.account', '${account}', false);
       insert into accounts (id, name, plan_code, licences) values ('${account}', 'Wattle', 'crew', 5);
       insert into users (account_id, id, email, first_name, last_name, role, password_hash)
       values ('${account}', '${owner_id}', '${owner_id}@example.com', 'Olga', 'Owner', 'owner', 'x');
       insert into webhooks (account_id, id, url, created_by) values ('${account}', '${webhook}', 'https://example.com', '${owner_id}');
       insert into webhook_progress (account_id, webhook_id, secret, sent, wanted) values ('${account}', '${webhook}', '${secret}', 7, 8)`,
    );
  const start = async () => {
    const database = await connect({ ownerUrl: place.ownerUrl, log: silentLog, keys: testKeys });
    const found = await Promise.all(
      [wattle, gum].map((account_id) => {
        const account = accountNamedBy({ account_id });
        return withAccount(database.db, account, (db) =>
          openSecret(db, testKeys, { account, connection: webhook }),
        );
      }),
    );
    await database.close();
    return found;
  };
  expect(await start()).toEqual([secret, secret]);
  expect((await owner.query('select from plain_secrets')).rowCount).toBe(0);
  // The tables hold their text in pages, which a plain delete leaves as they are.
  const { rows } = await owner.query<{ name: string; size: number }>(
    `select relname as name, pg_relation_size(oid)::int as size from pg_class where relname = 'plain_secrets'`,
  );
  expect(rows).toEqual([{ name: 'plain_secrets', size: 0 }]);
  expect(await start()).toEqual([secret, secret]);
});

test('what webhooks had for themselves becomes connections and deliveries, and what waited goes on at once', async () => {
  write(until('0141'));
  await run();
  const [account, user, up, down] = ['01', '02', '03', '04'].map(
    (end) => `0193e5a0-0000-7000-8000-0000000000${end}`,
  ) as [string, string, string, string];
  await owner.query(
    `select set_config('muster.account', '${account}', false);
     insert into accounts (id, name, plan_code, licences) values ('${account}', 'Wattle', 'crew', 5);
     insert into users (account_id, id, email, first_name, last_name, role, password_hash)
     values ('${account}', '${user}', 'o@example.com', 'Olga', 'Owner', 'owner', 'x');
     insert into webhooks (account_id, id, url, created_by)
     select '${account}', id, 'https://example.com', '${user}' from unnest(array['${up}', '${down}']::uuid[]) id;
     insert into webhook_progress (account_id, webhook_id, sent, wanted, failing_since, retry_task)
     values ('${account}', '${up}', 7, 7, null, null), ('${account}', '${down}', 3, 9, '2030-01-07Z', new_id());
     insert into connection_secrets values ('${account}', '${up}', 'k', 'x', 'y');
     insert into webhook_failures (account_id, webhook_id, number, tries, first_at, last_at, reason, delivered_at)
     values ('${account}', '${up}', 5, 2, '2030-01-05Z', '2030-01-05Z', 'It answered with 500.', '2030-01-06Z'),
            ('${account}', '${up}', 6, 5, '2030-01-06Z', '2030-01-06Z', 'It answered with 400.', null),
            ('${account}', '${down}', 4, 8, '2030-01-07Z', '2030-01-08Z', 'It didn’t answer in time.', null)`,
  );
  write(until('9'));
  await run();
  const connections = await owner.query(
    'select id, kind, failures, failing_since::text, last_error, waits_until from connections order by id',
  );
  expect(connections.rows).toEqual([
    { id: up, kind: 'webhook', failures: 0, failing_since: null, last_error: '', waits_until: null },
    {
      id: down,
      kind: 'webhook',
      failures: 8,
      failing_since: expect.stringContaining('2030-01-07'),
      last_error: 'It didn’t answer in time.',
      waits_until: null,
    },
  ]);
  const deliveries = await owner.query(
    'select connection_id as id, dedupe_key as key, state, tries, last_error from deliveries order by 1, 2',
  );
  expect(deliveries.rows).toEqual([
    { id: up, key: '5', state: 'accepted', tries: 2, last_error: 'It answered with 500.' },
    { id: up, key: '6', state: 'failed', tries: 5, last_error: 'It answered with 400.' },
    { id: down, key: '4', state: 'waiting', tries: 8, last_error: 'It didn’t answer in time.' },
  ]);
  const tasks = await owner.query(
    `select payload from outbox where topic = 'outside webhook' order by payload->>'webhook'`,
  );
  const channel = `account ${account}`;
  expect(tasks.rows.map(({ payload }) => payload)).toEqual([
    { channel, account: channel, webhook: up },
    { channel, account: channel, webhook: down },
  ]);
  expect((await owner.query('select sent::int from webhook_progress order by sent')).rows).toEqual([
    { sent: 3 },
    { sent: 7 },
  ]);
  expect((await owner.query('select from connection_secrets')).rowCount).toBe(1);
});

test('what was read of cards and kept of books before is taken over, whoever’s rows they are', async () => {
  write(until('03'));
  await run();
  const account = '0193e5a0-0000-7000-8000-000000000001';
  await owner.query(
    `select set_config('muster.account', '${account}', false);
     insert into accounts (id, name, plan_code, licences) values ('${account}', 'Wattle', 'crew', 5);
     insert into users (account_id, id, email, first_name, last_name, role, password_hash)
     values ('${account}', '${account}', 'o@example.com', 'Olga', 'Owner', 'owner', 'x');
     insert into card_readings (account_id, stripe_account, is_test, list, connection_id, read_until)
     values ('${account}', 'acct_1', false, 'movements', new_id(), '2030-01-07Z');
     insert into accounting_services (account_id, kind, organisation_id, organisation_name, card_account, created_by)
     values ('${account}', 'xero', 'o', 'Wattle', '090', '${account}')`,
  );
  await owner.query(`select set_config('muster.account', '', false)`);
  write(until('9'));
  await run();
  await owner.query(`select set_config('muster.account', '${account}', false)`);
  expect((await owner.query('select counts_from::text from card_readings')).rows).toEqual([
    { counts_from: expect.stringContaining('2030-01-07') },
  ]);
  expect((await owner.query('select terminal_account from accounting_services')).rows).toEqual([
    { terminal_account: '090' },
  ]);
  const { rows } = await owner.query(
    `select relname from pg_class where relname in ('card_readings', 'card_payments', 'accounting_services') and relforcerowsecurity order by 1`,
  );
  expect(rows.map(({ relname }) => relname)).toEqual([
    'accounting_services',
    'card_payments',
    'card_readings',
  ]);
});

test('a file that fails leaves nothing behind, and is applied when it was mended', async () => {
  write({ ...first, '0002_b.sql': 'insert into a values (1); select 1 / 0;' });
  await expect(run()).rejects.toThrow('division by zero');
  expect((await owner.query('select from a')).rowCount).toBe(0);
  write({ ...first, ...second });
  await run();
  expect(await applied()).toEqual(['0001_a.sql', '0002_b.sql']);
});

test('a changed file is refused', async () => {
  write(first);
  await run();
  write({ '0001_a.sql': 'create table a (id bigint);' });
  await expect(run()).rejects.toThrow(StartupError);
  await expect(run()).rejects.toThrow(/0001_a.sql was changed after it was applied.*\. Restore the file/);
});

test('a database newer than the code is refused', async () => {
  write({ ...first, ...second });
  await run();
  write(first);
  await expect(run()).rejects.toThrow(StartupError);
  await expect(run()).rejects.toThrow(/newer than this Muster.*0002_b.sql/);
});

test('a role that did not set the database up is refused', async () => {
  write(first);
  await run();
  const other = `other_${randomBytes(4).toString('hex')}`;
  await owner.query(
    `create role ${other}; grant ${other} to current_user; grant create on schema public to ${other}`,
  );
  await owner.query(`alter table schema_migrations owner to ${other}`);
  await expect(run()).rejects.toThrow(
    new RegExp(`^The role ${other} set up this database.+\\. Sign in as ${other} `),
  );
  await owner.query(`reassign owned by ${other} to current_user; drop owned by ${other}; drop role ${other}`);
});

test('several processes may start at once on an empty database', async () => {
  const databases = await Promise.all(
    [1, 2, 3, 4].map(() => connect({ ownerUrl: place.ownerUrl, log: silentLog, keys: testKeys })),
  );
  const counts = await Promise.all(databases.map(({ pool }) => pool.query('select from plans')));
  expect(counts.map(({ rowCount }) => rowCount)).toEqual([3, 3, 3, 3]);
  await Promise.all(databases.map((database) => database.close()));
});
