import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { Client, DatabaseError } from 'pg';
import { StartupError } from '../startup-error.ts';
import { grants } from './catalogue.gen.ts';
import { QUEUE_SCHEMA } from './queue-schema.ts';

export interface AppRole {
  name: string;
  /** The same address, signed in as the app role. */
  url: string;
}

/**
 * The role that serves: neither superuser nor owner nor exempt from row-level security. Its password follows from the
 * owner's, so that all processes with one DATABASE_URL agree on it and it is written down nowhere.
 */
export async function prepareAppRole(owner: Client, ownerUrl: string): Promise<AppRole> {
  const ownerName = owner.user ?? '';
  const name = `${ownerName.replace(/_owner$/, '')}_app`;
  const password = owner.password ? deriveSecret(owner.password, name) : undefined;
  const url = signedInAs(ownerUrl, name, password);
  if (!(await canSignIn(url))) {
    await createOrAlter(owner, ownerName, name, password);
    if (!(await canSignIn(url))) {
      throw new StartupError(
        `The database doesn’t let Muster sign in as the role "${name}". ` +
          'Allow it in pg_hba.conf, the same way as the owner.',
      );
    }
  }
  await refusePower(owner, name);
  return { name, url };
}

/**
 * The role that reads every row for a backup: it may do nothing else, and nobody can sign in as it between backups. A policy of its own
 * lets it read, because an owner who is no superuser is bound by row-level security, too.
 */
export async function openBackupRole(owner: Client, ownerUrl: string): Promise<AppRole> {
  const ownerName = owner.user ?? '';
  const name = `${ownerName.replace(/_owner$/, '')}_backup`;
  const password = randomBytes(32).toString('base64url');
  await createOrAlter(owner, ownerName, name, password);
  const role = owner.escapeIdentifier(name);
  const { rows } = await owner.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c
      where c.relnamespace::regnamespace::text = any ($1) and c.relrowsecurity and c.relkind in ('r', 'p')
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'backup')`,
    [BACKED_UP],
  );
  // Each waits for a moment without readers and writers, and the others wait behind it: never for long, and in a running server, too.
  await owner.query(`set lock_timeout = '${POLICY_LOCK_MS}ms'`);
  for (const { table } of rows) {
    await patiently(() => owner.query(`create policy backup on ${table} for select to ${role} using (true)`));
  }
  for (const schema of BACKED_UP)
    await owner.query(
      `grant usage on schema ${schema} to ${role};
       grant select on all tables in schema ${schema} to ${role};
       grant select on all sequences in schema ${schema} to ${role}`,
    );
  const url = signedInAs(ownerUrl, name, password);
  if (!(await canSignIn(url)))
    throw new StartupError(
      `The database doesn’t let Muster sign in as the role "${name}", which reads every row for a backup. ` +
        'Allow it in pg_hba.conf, the same way as the owner.',
    );
  return { name, url };
}

export async function closeBackupRole(owner: Client, { name }: AppRole): Promise<void> {
  await owner.query(`alter role ${owner.escapeIdentifier(name)} nologin`);
}

/** The schemas that are ours: what a backup holds. */
export const BACKED_UP = ['public', QUEUE_SCHEMA];
const POLICY_LOCK_MS = 500;
const POLICY_TRIES = 60;

/** A statement that did not get its lock in time lets the others through and comes again. */
async function patiently(statement: () => Promise<unknown>): Promise<void> {
  for (let left = POLICY_TRIES; ; left -= 1) {
    try {
      await statement();
      return;
    } catch (error) {
      if (left === 0 || !(error instanceof DatabaseError) || error.code !== '55P03') throw error;
    }
  }
}

async function createOrAlter(
  owner: Client,
  ownerName: string,
  name: string,
  password: string | undefined,
): Promise<void> {
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [name]);
  const role = owner.escapeIdentifier(name);
  const secret = password ? `password ${owner.escapeLiteral(scramVerifier(password))}` : '';
  try {
    await owner.query(
      `${rowCount ? 'alter' : 'create'} role ${role} login nocreaterole nocreatedb noinherit ${secret}`,
    );
    await owner.query(`grant connect on database ${owner.escapeIdentifier(owner.database ?? '')} to ${role}`);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '42501') throw error;
    throw new StartupError(
      `The role "${ownerName}" isn’t allowed to create the role "${name}" that Muster runs as. ` +
        `Allow it as a superuser: ALTER ROLE ${owner.escapeIdentifier(ownerName)} CREATEROLE.`,
      { cause: error },
    );
  }
}

/**
 * What the migrations have allowed a role, as the rest of a `grant` statement. A database that was copied to another server may have
 * lost all of it, because roles belong to a server and not to a database.
 */
export async function readGrants(owner: Client, role: string): Promise<string[]> {
  const { rows } = await owner.query<{ granted: string }>(
    `with me as (select oid from pg_roles where rolname = $1),
          mine as (select oid, relname, relkind, relacl from pg_class
                    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S') and not relispartition)
     select string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) || ' on '
            || case c.relkind when 'S' then 'sequence ' else 'table ' end || quote_ident(c.relname) as granted
       from mine c, aclexplode(c.relacl) a where a.grantee = (select oid from me) group by c.relkind, c.relname
      union all
     select lower(a.privilege_type) || ' (' || string_agg(quote_ident(k.attname), ', ' order by k.attname) || ') on table '
            || quote_ident(c.relname)
       from mine c join pg_attribute k on k.attrelid = c.oid and k.attnum > 0, aclexplode(k.attacl) a
      where a.grantee = (select oid from me) group by c.relname, a.privilege_type
      union all
     select 'execute on function ' || p.oid::regprocedure
       from pg_proc p, aclexplode(p.proacl) a
      where p.pronamespace = 'public'::regnamespace and a.grantee = (select oid from me)
      union all
     select 'usage on schema public'
       from pg_namespace n, aclexplode(n.nspacl) a
      where n.nspname = 'public' and a.privilege_type = 'USAGE' and a.grantee = (select oid from me)
      order by 1`,
    [role],
  );
  return rows.map(({ granted }) => granted);
}

/** Gives the role again what it lacks of what it had when the migrations were run. */
export async function renewGrants(owner: Client, role: string): Promise<void> {
  const standing = new Set(await readGrants(owner, role));
  const lacking = grants.filter((grant) => !standing.has(grant));
  for (const grant of lacking) {
    try {
      await owner.query(`grant ${grant} to ${owner.escapeIdentifier(role)}`);
    } catch (error) {
      // A migration that is being written may have dropped it; the catalogue's test then writes the list anew.
      if (!(error instanceof DatabaseError) || !['42P01', '42883', '42703'].includes(error.code ?? ''))
        throw error;
    }
  }
}

async function refusePower(owner: Client, name: string): Promise<void> {
  const { rowCount } = await owner.query(
    'select from pg_roles where rolname = $1 and (rolsuper or rolbypassrls)',
    [name],
  );
  if (rowCount) {
    throw new StartupError(
      `The role "${name}" can see the rows of every account, so Muster won’t run as it. ` +
        `Remove that right: ALTER ROLE ${owner.escapeIdentifier(name)} NOSUPERUSER NOBYPASSRLS.`,
    );
  }
}

async function canSignIn(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && /^(28|42501)/.test(error.code ?? '')) return false;
    throw error;
  } finally {
    await client.end();
  }
}

function signedInAs(ownerUrl: string, name: string, password: string | undefined): string {
  const url = new URL(ownerUrl);
  if (url.hostname === '') {
    // An address without a host (a Unix socket) has no room for a user before it.
    url.searchParams.set('user', name);
    if (password) url.searchParams.set('password', password);
  } else {
    url.username = encodeURIComponent(name);
    url.password = password ?? '';
  }
  return url.href;
}

function deriveSecret(secret: string, label: string): string {
  return createHmac('sha256', secret).update(`muster role ${label}`).digest('base64url');
}

/** What PostgreSQL would store (RFC 5803): sent instead of the password, so that no log of statements holds it. */
function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const key = (label: string) => createHmac('sha256', salted).update(label).digest();
  const stored = createHash('sha256').update(key('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`;
}
