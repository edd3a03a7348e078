import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyDatabase } from '../../../test/database.ts';
import { silentLog } from '../../../test/silent-log.ts';
import { StartupError } from '../startup-error.ts';
import { connect } from './connect.ts';
import { testKeys } from '../../../test/test-keys.ts';

let place: Awaited<ReturnType<typeof copyDatabase>>;
beforeAll(async () => {
  place = await copyDatabase();
});
afterAll(() => place.remove());

async function refusal(change: (url: URL) => void): Promise<string> {
  const url = new URL(place.ownerUrl);
  change(url);
  const error: unknown = await connect({ ownerUrl: url.href, log: silentLog, keys: testKeys }).then(
    () => 'it connected',
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartupError);
  const { message } = error as StartupError;
  expect(message).not.toContain(url.password);
  return message;
}

test('a database that is not there', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  expect(await refusal((url) => (url.port = String(port)))).toBe(
    `The database at 127.0.0.1:${port} can’t be reached (ECONNREFUSED). Start it, or correct DATABASE_URL.`,
  );
});

test('a wrong password', async () => {
  expect(await refusal((url) => (url.password = 'wrong-secret'))).toMatch(
    /refused to sign in "muster_owner"\. Correct the name and password in DATABASE_URL\.$/,
  );
});

test('a database that does not exist', async () => {
  expect(await refusal((url) => (url.pathname = '/elsewhere'))).toMatch(
    /^There is no database "elsewhere" at .+\. /,
  );
});

test('an owner who isn’t allowed to create the role that serves, or change the schema', async () => {
  const weak = `weak_${randomBytes(4).toString('hex')}_owner`;
  const owner = new Client({ connectionString: place.ownerUrl });
  await owner.connect();
  await owner.query(`create role ${weak} login password 'weak-secret'`);
  const signIn = (url: URL) => {
    url.username = weak;
    url.password = 'weak-secret';
  };
  try {
    expect(await refusal(signIn)).toMatch(
      new RegExp(
        `^The role "${weak}" isn’t allowed to create the role "weak_.+_app".+ ALTER ROLE "${weak}" CREATEROLE\\.$`,
      ),
    );
  } finally {
    await owner.query(`drop role ${weak}`);
    await owner.end();
  }
});
