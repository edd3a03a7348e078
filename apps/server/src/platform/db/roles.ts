import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { Client, DatabaseError } from 'pg';
import { StartupError } from '../startup-error.ts';

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
        `The database does not let the role "${name}" sign in, with which Muster serves. ` +
          'Allow it in pg_hba.conf, the same way as the owner.',
      );
    }
  }
  await refusePower(owner, name);
  return { name, url };
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
      `The role "${ownerName}" may not create the role "${name}", with which Muster serves. ` +
        `Allow it as a superuser: ALTER ROLE ${owner.escapeIdentifier(ownerName)} CREATEROLE.`,
      { cause: error },
    );
  }
}

async function refusePower(owner: Client, name: string): Promise<void> {
  const { rowCount } = await owner.query(
    'select from pg_roles where rolname = $1 and (rolsuper or rolbypassrls)',
    [name],
  );
  if (rowCount) {
    throw new StartupError(
      `The role "${name}" may see the rows of every account, so Muster does not serve with it. ` +
        `Take that right away: ALTER ROLE ${owner.escapeIdentifier(name)} NOSUPERUSER NOBYPASSRLS.`,
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
