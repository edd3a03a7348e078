import { Client } from 'pg';
import { StartupError } from '../startup-error.ts';
import { isDatabaseAway } from './away.ts';

const OLDEST_SERVER = 15;
const CONNECT_MS = 10_000;

/** Signs in as the role that owns the schema. Its error messages do not hold the password. */
export async function connectOwner(ownerUrl: string): Promise<Client> {
  const owner = new Client({
    connectionString: ownerUrl,
    application_name: 'muster-migrate',
    connectionTimeoutMillis: CONNECT_MS,
  });
  owner.on('error', () => {});
  try {
    await owner.connect();
  } catch (error) {
    await owner.end().catch(() => {});
    throw new StartupError(sentences(error as Error, owner), { cause: error });
  }
  const { rows } = await owner.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version < OLDEST_SERVER) {
    await owner.end();
    throw new StartupError(
      `The database at ${placeOf(owner)} is PostgreSQL ${version}, and Muster needs ${OLDEST_SERVER} or later. ` +
        'Upgrade it, or name another with DATABASE_URL.',
    );
  }
  return owner;
}

function sentences(error: Error, owner: Client): string {
  const code = 'code' in error ? String(error.code) : '';
  if (code === '28P01' || code === '28000') {
    return `The database at ${placeOf(owner)} refused to sign in "${owner.user}". Correct the name and password in DATABASE_URL.`;
  }
  if (code === '3D000') {
    return `There is no database "${owner.database}" at ${placeOf(owner)}. Create it, or correct DATABASE_URL.`;
  }
  if (isDatabaseAway(error)) {
    return `The database at ${placeOf(owner)} cannot be reached (${code || 'no answer'}). Start it, or correct DATABASE_URL.`;
  }
  return `The database at ${placeOf(owner)} cannot be used: ${error.message.replace(/\.$/, '')}. Correct DATABASE_URL.`;
}

function placeOf({ host, port }: Client): string {
  return host.startsWith('/') ? host : `${host}:${port}`;
}
