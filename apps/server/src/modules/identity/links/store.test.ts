import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { copyDatabase } from '../../../../test/database.ts';
import { call, newBrowser } from '../../../../test/setups/registrations.ts';
import { silentLog } from '../../../../test/silent-log.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { connect } from '../../../platform/db/connect.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { prepareAppRole } from '../../../platform/db/roles.ts';
import { deriveSecret, linkToken, tokenHash } from '../../../platform/sign-in/secret.ts';
import { testKeys } from '../../../../test/test-keys.ts';

const migrations = join(import.meta.dirname, '../../../../migrations');
const [account, user, registration] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
const cookie = randomBytes(32).toString('base64url');
const people = {
  activation: 'new@example.com',
  reset: 'user@example.com',
  invitation: 'owner@example.com',
};
const activation = { email: people.activation, registration_id: registration };
const reset = { account_id: account, user_id: user };
const invitation = { email: people.invitation, account_id: account };
const past = new Date(Date.now() - 1000);

let place: Awaited<ReturnType<typeof copyDatabase>>;
let owner: Client;
beforeAll(async () => {
  place = await copyDatabase({ empty: true });
  owner = new Client({ connectionString: place.ownerUrl });
  await owner.connect();
  await migrateUntilLinks();
  await openAccount(account);
  await owner.query(
    `insert into users (account_id, id, email, first_name, last_name, role, password_hash)
     values ($1, $2, $3, 'Uma', 'User', 'dispatcher', 'x')`,
    [account, user, people.reset],
  );
  await owner.query(
    `insert into registrations (id, email, first_name, last_name, phone, plan_code, password_hash, browser_hash, created_at)
     values ($1, $2, 'Nora', 'New', '0412 345 678', 'crew', 'x', $3, now())`,
    [registration, people.activation, tokenHash(cookie)],
  );
});
afterAll(async () => {
  await owner.end();
  await place.remove();
});

async function openAccount(id: string): Promise<void> {
  await owner.query(`select set_config('muster.account', $1, false)`, [id]);
  await owner.query(
    `insert into accounts (id, name, plan_code, licences) values ($1, 'Blue Gum', 'crew', 5)`,
    [id],
  );
}

/** The schema as it was when each kind of link had a table of its own. */
async function migrateUntilLinks(): Promise<void> {
  const { path, remove } = temporaryFolder();
  for (const name of readdirSync(migrations).filter((name) => name < '0013'))
    cpSync(join(migrations, name), join(path, name));
  const appRole = await prepareAppRole(owner, place.ownerUrl);
  await migrate(owner, { folder: path, appRole: appRole.name, log: silentLog });
  remove();
}

/** A row of one of those tables, and the token that its mail carries. */
async function mailed(purpose: keyof typeof people, row: Record<string, unknown>): Promise<string> {
  const table = { activation: 'activations', reset: 'password_resets', invitation: 'invitations' }[purpose];
  const id = randomUUIDv7();
  const token = linkToken(deriveSecret(new URL(place.ownerUrl).password), purpose, id);
  const columns = {
    id,
    token_hash: tokenHash(token),
    created_at: new Date(),
    expires_at: new Date(Date.now() + 3_600_000),
    ...row,
  };
  const values = Object.keys(columns).map((_, at) => `$${at + 1}`);
  await owner.query(
    `insert into ${table} (${Object.keys(columns).join()}) values (${values.join()})`,
    Object.values(columns),
  );
  return token;
}

test('links that were mailed when each kind had a table of its own still open, and those that are over say why', async () => {
  const open = {
    activation: await mailed('activation', activation),
    reset: await mailed('reset', reset),
    invitation: await mailed('invitation', invitation),
  };
  const over = [
    ['activation', 'revoked', await mailed('activation', { ...activation, revoked_at: past })],
    ['password/reset', 'expired', await mailed('reset', { ...reset, expires_at: past })],
    ['password/reset', 'unknown', await mailed('reset', {})],
    ['invitation', 'used', await mailed('invitation', { ...invitation, used_at: past })],
    // All links are in one table now, but each still works for its own purpose only.
    ['invitation', 'unknown', open.reset],
  ] as const;
  const gone = randomUUIDv7();
  await openAccount(gone);
  const dead = await mailed('invitation', { email: 'gone@example.com', account_id: gone });

  const database = await connect({ ownerUrl: place.ownerUrl, log: silentLog, keys: testKeys });
  const app = await testApp({ database });
  for (const [path, state, token] of over)
    expect((await call(app, `${path}/check`, { token })).json()).toMatchObject({ data: { state } });

  const browser = newBrowser();
  browser.cookies.set('muster_registration', cookie);
  browser.ends.set('muster_registration', Infinity);
  const chosen = { password: 'harbour-bridge-at-dawn', password_confirmation: 'harbour-bridge-at-dawn' };
  const activated = await call(app, 'activate', { token: open.activation }, { browser });
  expect(activated.json()).toMatchObject({ code: 800 });
  const seen = await call(app, 'password/reset/check', { token: open.reset });
  expect(seen.json().data).toEqual({ state: 'ready', email: 'u…@example.com' });
  const changed = await call(app, 'password/reset', { token: open.reset, ...chosen });
  expect(changed.json()).toMatchObject({ code: 800 });
  const name = { first_name: 'Olga', last_name: 'Owner' };
  const accepted = await call(app, 'invitation/accept', { token: open.invitation, ...name, ...chosen });
  expect(accepted.json()).toMatchObject({ code: 800 });

  // An account that is deleted takes its invitations with it.
  const stateOfDead = async () => (await call(app, 'invitation/check', { token: dead })).json().data.state;
  expect(await stateOfDead()).toBe('ready');
  await owner.query('delete from accounts where id = $1', [gone]);
  expect(await stateOfDead()).toBe('unknown');
  await app.close();
  await database.close();
});
