import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../seed/demo.ts';
import { testDatabase, type TestDatabase } from '../../../test/database.ts';
import { DEMO } from '../../../test/setups/work.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { withAccount } from '../db/account.ts';
import { accountToOpen } from '../sign-in/person.ts';
import { keyringOf, openKeyring } from './keyring.ts';
import { countSecrets, keepSecret, openSecret, seal, sealAnew, unseal } from './secrets.ts';

const folder = temporaryFolder();
let here: TestDatabase;
beforeAll(async () => {
  here = await testDatabase();
  await openDemo(here.database);
});
afterAll(async () => {
  await here.drop();
  folder.remove();
});

const newKey = () => randomBytes(32).toString('base64');
const mine = { account: accountToOpen(), connection: randomUUID() };

test('a secret is opened with its key for its account and connection, and never the same twice', () => {
  const keys = keyringOf([newKey()]);
  const [one, two] = [seal(keys, mine, 'wattle'), seal(keys, mine, 'wattle')];
  expect(unseal(keys, mine, one)).toBe('wattle');
  expect(unseal(keys, mine, two)).toBe('wattle');
  expect(one.sealed.equals(two.sealed)).toBe(false);
  expect(one.sealed.includes('wattle')).toBe(false);
});

test('another account, another connection and another key open nothing', () => {
  const keys = keyringOf([newKey()]);
  const sealed = seal(keys, mine, 'wattle');
  expect(unseal(keys, { ...mine, account: accountToOpen() }, sealed)).toBeUndefined();
  expect(unseal(keys, { ...mine, connection: randomUUID() }, sealed)).toBeUndefined();
  const others = keyringOf([newKey()]);
  expect(unseal(others, mine, sealed)).toBeUndefined();
  // Nor under the name of the key that is there.
  expect(unseal(others, mine, { ...sealed, key_id: others.newest.id })).toBeUndefined();
  // The parts of two secrets do not fit together.
  const other = seal(keys, { ...mine, connection: randomUUID() }, 'banksia');
  expect(unseal(keys, mine, { ...sealed, sealed: other.sealed })).toBeUndefined();
  expect(unseal(keys, mine, { ...other, sealed: sealed.sealed })).toBeUndefined();
});

test('what somebody changed or cut, anywhere, opens nothing', () => {
  const keys = keyringOf([newKey()]);
  const sealed = seal(keys, mine, 'wattle');
  for (const part of ['sealed_key', 'sealed'] as const) {
    const whole = sealed[part];
    for (let at = 0; at < whole.length; at += 1) {
      const changed = Buffer.from(whole);
      changed[at]! ^= 1;
      expect(unseal(keys, mine, { ...sealed, [part]: changed })).toBeUndefined();
      expect(unseal(keys, mine, { ...sealed, [part]: whole.subarray(0, at) })).toBeUndefined();
    }
  }
});

test('the file is made once, only we can read it, and a process that runs finds the key that another added', () => {
  const place = join(folder.path, 'data');
  const keys = openKeyring([], place);
  const file = join(place, 'muster-master-key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const sealed = seal(keys, mine, 'wattle');
  const others = openKeyring([], place);
  expect(unseal(others, mine, sealed)).toBe('wattle');
  others.addKey!();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const later = seal(others, mine, 'banksia');
  expect(later.key_id).not.toBe(sealed.key_id);
  expect(unseal(keys, mine, later)).toBe('banksia');
  expect(unseal(others, mine, sealed)).toBe('wattle');
  // From then on it seals with the new one, too.
  expect(seal(keys, mine, 'grevillea').key_id).toBe(later.key_id);
  expect(openKeyring([newKey()], place).addKey).toBeUndefined();
});

test('a damaged file is refused with what to do, and what it holds is not told', () => {
  const place = join(folder.path, 'damaged');
  openKeyring([], place);
  const file = join(place, 'muster-master-key');
  const whole = readFileSync(file, 'latin1');
  writeFileSync(file, whole.slice(1));
  expect(() => openKeyring([], place)).toThrow(/muster-master-key in .* is damaged\. Restore it/);
  expect(() => openKeyring([], place)).not.toThrow(whole.slice(1, 20));
});

async function addWebhook(): Promise<string> {
  const { rows } = await here
    .asOwner<{ id: string }>(`select set_config('muster.account', '${DEMO}', false);`)
    .then(() =>
      here.asOwner<{ id: string }>(
        `insert into webhooks (account_id, url, created_by)
       select account_id, 'https://example.com', id from users where role = 'owner' limit 1 returning id`,
      ),
    );
  const { id } = rows[0]!;
  await here.asOwner(`insert into connections (account_id, id, kind) values ('${DEMO}', '${id}', 'webhook')`);
  return id;
}

test('a new master key: old and new open everything meanwhile, the old one is not needed afterwards', async () => {
  const [old, fresh] = [newKey(), newKey()];
  const { db } = here.database;
  const connections = [await addWebhook(), await addWebhook(), await addWebhook()];
  const before = keyringOf([old]);
  const all = (keys: typeof before) =>
    withAccount(db, DEMO, (db) =>
      Promise.all(connections.map((connection) => openSecret(db, keys, { account: DEMO, connection }))),
    );
  for (const [index, connection] of connections.entries())
    await withAccount(db, DEMO, (db) => keepSecret(db, before, { account: DEMO, connection }, `s${index}`));
  const both = keyringOf([fresh, old]);
  // Half way: one of them is under the new key, as after a kill.
  await withAccount(db, DEMO, (db) =>
    keepSecret(db, both, { account: DEMO, connection: connections[0]! }, 's0'),
  );
  expect(await all(both)).toEqual(['s0', 's1', 's2']);
  await here.asOwner(
    `update connection_secrets set sealed_key = sealed_key || 'x' where connection_id = '${connections[2]}'`,
  );
  expect(await sealAnew(db, both)).toEqual({ moved: 1, left: 1 });
  const after = keyringOf([fresh]);
  expect(await all(after)).toEqual(['s0', 's1', undefined]);
  expect(await all(before)).toEqual([undefined, undefined, undefined]);
  expect(await countSecrets(db)).toEqual(
    new Map([
      [after.newest.id, 2],
      [before.newest.id, 1],
    ]),
  );
  expect(await sealAnew(db, both)).toEqual({ moved: 0, left: 1 });
});
