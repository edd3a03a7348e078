import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { Client } from 'pg';
import { inject } from 'vitest';
import { connect } from '../src/platform/db/connect.ts';
import type { Database } from '../src/platform/db/connect.ts';
import { silentLog } from './silent-log.ts';
import { testKeys } from './test-keys.ts';

export interface TestDatabase {
  database: Database;
  ownerUrl: string;
  /** Runs one statement as the owner, who is not bound by what the app role may do. */
  asOwner: Client['query'];
  drop(): Promise<void>;
}

/** A database of this worker that no test file uses at the moment: to empty it is quicker than to copy another. */
interface Idle {
  ownerUrl: string;
  database: Database;
}
const idle: Idle[] = [];

/** A migrated database of one's own. Call it once in a test file, and `drop` it at the end. */
export async function testDatabase(): Promise<TestDatabase> {
  const used = idle.pop();
  const { ownerUrl } = used ?? (await copyDatabase());
  if (used) await empty(ownerUrl);
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  const database = used?.database ?? (await connect({ ownerUrl, log: silentLog, keys: testKeys }));
  return {
    database,
    ownerUrl,
    asOwner: owner.query.bind(owner),
    async drop() {
      await owner.end();
      idle.push({ ownerUrl, database });
    },
  };
}

/**
 * Leaves what the template has: everything but the reference data that migrations brought. It deletes from the few tables that have
 * rows, as the superuser and past all triggers, because to truncate them all takes ten times as long.
 */
async function empty(ownerUrl: string): Promise<void> {
  const url = new URL(inject('superuserUrl'));
  url.pathname = new URL(ownerUrl).pathname;
  const kept = inject('referenceTables').map((name) => `'${name}'`);
  await unlessDeadlocked(() =>
    once(
      url,
      `do $$
      declare
        place text;
        is_used boolean;
      begin
        set local session_replication_role = replica;
        for place in
          select format('%I.%I', schemaname, tablename) from pg_tables
           where schemaname = 'public' and tablename <> all (array[${kept.join()}])
              or schemaname = 'pgboss' and tablename like 'job%'
        loop
          execute 'select exists (select from ' || place || ')' into is_used;
          if is_used then execute 'delete from ' || place; end if;
        end loop;
        -- The suburbs of tests have ids beyond those of the package.
        delete from suburbs where id > 900000;
      end $$`,
    ),
  );
}

const DEADLOCK = '40P01';

/** A task that the file before has begun may hold rows in another order. PostgreSQL ends one of the two, and the task ends by itself. */
async function unlessDeadlocked(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if ((error as { code?: string }).code !== DEADLOCK) throw error;
    await work();
  }
}

/** The same without a connection to it. An empty one is not migrated. */
export async function copyDatabase({ empty = false } = {}): Promise<{
  ownerUrl: string;
  remove: () => Promise<void>;
}> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = empty ? 'template0' : new URL(inject('templateUrl')).pathname.slice(1);
  await beside(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(inject('templateUrl'));
  url.pathname = `/${name}`;
  return { ownerUrl: url.href, remove: () => beside(`drop database ${name} with (force)`) };
}

/** Makes a folder the data folder of a server whose database has its tables already: to make those takes longer than most tests. */
export function prepareFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  execFileSync('cp', ['-a', `${inject('preparedFolder')}/.`, path]);
}

/** Connects to another database, because nobody may be connected to one while it is copied or dropped. */
async function beside(statement: string): Promise<void> {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  await once(url, statement);
}

async function once(url: URL, statement: string): Promise<void> {
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
