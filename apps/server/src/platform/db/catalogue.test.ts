import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { connectOwner } from './connect.ts';
import { readGrants } from './roles.ts';

/** Tables that belong to no account, each with the reason. Every other table must be led by one, and guarded. */
const outsideEveryAccount: Record<string, string> = {
  'public.schema_migrations': 'about the schema; the app role has no right to it',
  'public.plans': 'reference data, the same for all; the app role only reads it',
  'public.industries': 'reference data, the same for all; the app role only reads it',
  'public.suburbs': 'reference data, the same for all; filled when the server starts',
  'public.suburb_editions': 'says what public.suburbs was filled from',
  'public.staff': "Muster's own people, who are outside every account",
  'public.sign_ins': 'leads from an address to an account; the app role has no right to it',
  'public.sessions': 'found by the hash of a secret, before the account is known',
  'public.api_key_secrets': 'found by the hash of a secret, before the account is known',
  'public.calendar_feed_secrets': 'found by the hash of a secret, before the account is known',
  'public.visit_link_tokens': 'found by the hash of a secret, before the account is known',
  'public.invoice_link_tokens': 'found by the hash of a secret, before the account is known',
  'public.call_addresses': 'found by the hash of a secret, before the account is known',
  'public.film_link_tokens': 'found by the hash of a secret, before the account is known',
  'public.quote_link_tokens': 'found by the hash of a secret, before the account is known',
  'public.card_addresses': 'found by the hash of a secret, before the account is known',
  'public.card_turns': 'which businesses have Stripe asked next, and when: for the process that looks',
  'public.connection_secrets':
    'sealed for one account and connection each, and nothing to whoever reads it as another: a new master key seals all of them anew',
  'public.plain_secrets': 'waits for the rest of a start, which seals it; the app role has no right to it',
  'public.plan_turns':
    'which account has had its turn at the optimiser: for the processes that take the next',
  'public.plan_queue': 'which runs of the optimiser wait, of all accounts: for the processes that do them',
  'public.lookup_queue':
    'which sites wait to be looked up, of all accounts: for the processes that ask the geocoder',
  'public.reminding_accounts':
    'which accounts remind their customers: for the process that looks for whom; a trigger writes it',
  'public.accounts_with_books':
    'which accounts keep their books elsewhere, of all: for the process that asks there; a trigger writes it',
  'public.accounts_with_calls':
    'which accounts have had something that tells of calls: for the process that deletes old ones; a trigger writes it',
  'public.payment_reminding_accounts':
    'which accounts remind of what is overdue: for the process that looks for whom; a trigger writes it',
  'public.billed_customers': 'whose a customer of Stripe is, found before the account is known',
  'public.billing_dues':
    'which accounts’ subscriptions are to be looked at: for the process that looks; a trigger writes it',
  'public.text_opt_out_tokens': 'found by the hash of a secret, before the account is known',
  'public.text_lines':
    'which text services are on, of all accounts: for the processes that hold a line to them',
  'public.call_lines':
    'which SIP accounts are on, of all accounts: for the processes that are registered with them',
  'public.outbox': 'tasks on their way to the queue, of all accounts and of none',
  'public.idempotency_keys': 'found by the hash of a secret, for requests of people without an account',
  'public.limit_hits': 'counts networks and addresses of people without an account',
  'public.live_channels': 'numbers the events of accounts and of the office',
  'public.live_events': 'names of what changed, for the hub that tells each account of its own',
  'public.sweeps': 'how far a sweep of all accounts has come; names an account and nothing of it',
  'public.write_probe': 'holds nothing: whether there is room to write is found out by writing',
  'public.registrations': 'people who have no account yet',
  'public.links': 'found by the hash of a secret, of people without an account, of users and of staff',
  'public.devices': 'found by the hash of a secret, before the account is known, and of staff too',
  'public.enquiries': 'people who have no account yet; only staff read them',
  'public.mails': "the inbox of the built-in default, which shows everybody's mails",
  'public.kept_texts': "the inbox of the built-in default, which shows everybody's texts",
};
/** Tables of which a scenario has rows of its own. */
const byScenario = new Set([
  'public.absences',
  'public.assignments',
  'public.plan_runs',
  'public.proposals',
  'public.scenario_bases',
]);
/** Tables of which a scenario sees rows of its own beside those that are everybody's. */
const besideAll = new Set(['public.technicians', 'public.tickets']);
const queueSchema = 'pgboss';

interface Table {
  name: string;
  guarded: boolean;
  policies: string[];
  key: string[];
}

let here: TestDatabase;
beforeAll(async () => {
  here = await testDatabase();
});
afterAll(() => here.drop());

async function tables(): Promise<Table[]> {
  const { rows } = await here.asOwner<Table>(
    `select n.nspname || '.' || c.relname as name,
            c.relrowsecurity and c.relforcerowsecurity as guarded,
            array(select pg_get_expr(p.polqual, p.polrelid) || ' / ' || pg_get_expr(p.polwithcheck, p.polrelid)
                    from pg_policy p where p.polrelid = c.oid) as policies,
            array(select a.attname::text
                    from pg_index i, unnest(i.indkey) with ordinality as k (attnum, position), pg_attribute a
                   where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum
                   order by k.position) as key
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'm', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and n.nspname <> $1
      order by 1`,
    [queueSchema],
  );
  return rows;
}

/** What is wrong with the tables; a new one is wrong until somebody decides whom it belongs to. */
function wrong(found: Table[]): string[] {
  return found
    .filter(({ name }) => !outsideEveryAccount[name])
    .flatMap((table) => faults(table).map((fault) => `${table.name}: ${fault}`));
}

function faults({ name, guarded, policies, key }: Table): string[] {
  const account = name === 'public.accounts' ? 'id' : 'account_id';
  const ofAccount = `(${account} = current_account())`;
  const mine = byScenario.has(name)
    ? `(${ofAccount} AND (scenario_id = current_scenario()))`
    : besideAll.has(name)
      ? `(${ofAccount} AND ((scenario_id IS NULL) OR (scenario_id = current_scenario())))`
      : ofAccount;
  const found: string[] = [];
  if (!guarded) found.push('row-level security is not forced');
  if (policies.length !== 1 || policies[0] !== `${mine} / ${mine}`) found.push('has other policies');
  if (key[0] !== account) found.push('its key does not start with the account');
  return found;
}

test('every table belongs to an account and is guarded, or says why not', async () => {
  const found = await tables();
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['public.accounts', 'public.users']));
  expect(wrong(found)).toEqual([]);
});

test('what waits of all accounts has a key that starts with the account, too', async () => {
  const found = (await tables()).filter(({ name }) =>
    /^public\.(lookup_queue|plan_(queue|turns))$/.test(name),
  );
  expect(found.map(({ name, key }) => [name, key[0]])).toEqual([
    ['public.lookup_queue', 'account_id'],
    ['public.plan_queue', 'account_id'],
    ['public.plan_turns', 'account_id'],
  ]);
});

test('the list of exceptions names only tables that exist', async () => {
  const names = new Set((await tables()).map(({ name }) => name));
  expect(Object.keys(outsideEveryAccount).filter((name) => !names.has(name))).toEqual([]);
});

test('a new table that nobody thought about is found', async () => {
  await here.asOwner('begin');
  await here.asOwner(
    `create table notes (id uuid primary key, account_id uuid, body text);
     create table open_doors (account_id uuid primary key);
     alter table open_doors enable row level security;
     alter table open_doors force row level security;
     create policy account on open_doors using (true) with check (true);`,
  );
  const found = wrong(await tables());
  await here.asOwner('rollback');
  expect(found).toEqual([
    'public.notes: row-level security is not forced',
    'public.notes: has other policies',
    'public.notes: its key does not start with the account',
    'public.open_doors: has other policies',
  ]);
});

test('no view lends the rights of its owner', async () => {
  const { rows } = await here.asOwner(
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'v' and n.nspname = 'public'
        and not coalesce(c.reloptions @> array['security_invoker=true'], false)`,
  );
  expect(rows).toEqual([]);
});

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  /** Whether the database gives it where an insert does not; `always`: nobody else may. */
  given: 'always' | 'by default' | null;
  check: string | null;
}

async function columns(): Promise<Column[]> {
  const { rows } = await here.asOwner<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
            case when a.attgenerated <> '' or a.attidentity = 'a' then 'always'
                 when a.atthasdef or a.attidentity = 'd' then 'by default' end as given,
            (select pg_get_constraintdef(k.oid) from pg_constraint k
              where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
                and pg_get_constraintdef(k.oid) ~ $1 limit 1) as check
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by c.relname, a.attnum`,
    [oneOf.source],
  );
  return rows;
}

/** `CHECK ((state = ANY (ARRAY['open'::text, 'done'::text])))`: one of these. */
const oneOf = /= ANY \(ARRAY\[('[^']*'::text(, )?)+\]\)\)\)$/;

/** What the driver makes of a value. */
const inTypeScript: Record<string, string> = {
  bigint: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  'double precision': 'number',
  integer: 'number',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
  tsvector: 'string',
  uuid: 'string',
};

function typeOf({ table, name, type, isNullable, given, check }: Column): string {
  const orNull = isNullable ? ' | null' : '';
  if (type === 'jsonb' || type === 'json')
    return `${given === null ? 'Json' : 'Json<string | undefined>'}${orNull}`;
  const element = type.replace('[]', '');
  const values = check?.match(/'[^']*'(?=::text)/g)?.join(' | ') ?? inTypeScript[element];
  if (values === undefined) throw new Error(`${table}.${name}: nobody has said what a ${type} is.`);
  const value = `${values}${type.endsWith('[]') ? '[]' : ''}${orNull}`;
  if (given === null) return value;
  return given === 'always' ? `GeneratedAlways<${value}>` : `Generated<${value}>`;
}

/** The rights of the role that serves, as a start renews them. */
async function grantsNow(): Promise<string[]> {
  const owner = await connectOwner(here.ownerUrl);
  try {
    return await readGrants(owner, 'muster_app');
  } finally {
    await owner.end();
  }
}

test('the types of the tables and the rights to them are those of the database; `vitest -u` writes them anew after a migration', async () => {
  const tables = [...Map.groupBy(await columns(), ({ table }) => table)].map(
    ([table, own]) => `  ${table}: { ${own.map((one) => `${one.name}: ${typeOf(one)}`).join('; ')} };`,
  );
  const lines = [
    '/* Written by catalogue.test.ts. */',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely';",
    '/** Written as text. What is read of it, nobody but its store knows. */',
    'export type Json<Insert = string> = ColumnType<unknown, Insert, string>;',
    'export interface Catalogue {',
    ...tables,
    '}',
    '/** What the role that serves may do. A start gives it again what it lacks of that. */',
    'export const grants: readonly string[] = [',
    ...(await grantsNow()).map((grant) => `  '${grant.replaceAll("'", "\\'")}',`),
    '];',
    '',
  ];
  await expect(lines.join('\n')).toMatchFileSnapshot('catalogue.gen.ts');
});
