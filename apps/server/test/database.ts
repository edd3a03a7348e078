import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { connect } from '../src/platform/db/connect.ts';
import type { Database } from '../src/platform/db/connect.ts';
import { silentLog } from './silent-log.ts';

export interface TestDatabase {
  database: Database;
  ownerUrl: string;
  /** Runs one statement as the owner, who is not bound by what the app role may do. */
  asOwner: Client['query'];
  drop(): Promise<void>;
}

/** A database of one's own, migrated: a copy of the template. Call it once in a test file, and `drop` it at the end. */
export async function testDatabase(): Promise<TestDatabase> {
  const { ownerUrl, remove } = await copyDatabase();
  const database = await connect({ ownerUrl, log: silentLog });
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  return {
    database,
    ownerUrl,
    asOwner: owner.query.bind(owner),
    async drop() {
      await database.close();
      await owner.end();
      await remove();
    },
  };
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

/** Connects to another database, because nobody may be connected to one while it is copied or dropped. */
async function beside(statement: string): Promise<void> {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
