import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Db, TableOf, Tx } from '../db/executor.ts';
import type { Keyring } from './keyring.ts';

declare module '../db/executor.ts' {
  interface Tables {
    connection_secrets: TableOf<'connection_secrets'>;
  }
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Whose secret it is. Both are sealed in with it, so that a row that was copied to another account opens nothing there. */
interface Owner {
  readonly account: string;
  readonly connection: string;
}

/** A secret as the database holds it: under a key of its own, which is under one of the master keys. */
interface Sealed {
  readonly key_id: string;
  readonly sealed_key: Buffer;
  readonly sealed: Buffer;
}

export function seal(keys: Keyring, owner: Owner, text: string): Sealed {
  const own = randomBytes(KEY_BYTES);
  return { ...sealKey(keys, owner, own), sealed: encrypt(own, Buffer.from(text), about('secret', owner)) };
}

/** Undefined if it cannot be read: its master key is not here, or somebody changed or moved it. Whoever needs it has to connect again. */
export function unseal(keys: Keyring, owner: Owner, sealed: Sealed): string | undefined {
  const own = unsealKey(keys, owner, sealed);
  return own && decrypt(own, sealed.sealed, about('secret', owner))?.toString();
}

function sealKey(keys: Keyring, owner: Owner, own: Buffer): Pick<Sealed, 'key_id' | 'sealed_key'> {
  const { id, sealing } = keys.newest;
  return { key_id: id, sealed_key: encrypt(sealing, own, about(`key ${id}`, owner)) };
}

function unsealKey(keys: Keyring, owner: Owner, { key_id, sealed_key }: Sealed): Buffer | undefined {
  const master = keys.find(key_id);
  return master && decrypt(master.sealing, sealed_key, about(`key ${key_id}`, owner));
}

function about(what: string, { account, connection }: Owner): Buffer {
  return Buffer.from(`${what} of ${account}/${connection}`);
}

function encrypt(key: Buffer, content: Buffer, additional: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(additional);
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function decrypt(key: Buffer, sealed: Buffer, additional: Buffer): Buffer | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const [nonce, rest] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(NONCE_BYTES)];
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(additional)
    .setAuthTag(rest.subarray(0, TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]);
  } catch {
    // That it does not fit is all that node says of it.
    return undefined;
  }
}

/** Keeps the secret of a connection, in the place of one that it had. */
export async function keepSecret(db: Tx, keys: Keyring, owner: Owner, text: string): Promise<void> {
  const sealed = seal(keys, owner, text);
  await db
    .insertInto('connection_secrets')
    .values({ account_id: owner.account, connection_id: owner.connection, ...sealed })
    .onConflict((same) => same.columns(['account_id', 'connection_id']).doUpdateSet(sealed))
    .execute();
}

export async function openSecret(db: Tx, keys: Keyring, owner: Owner): Promise<string | undefined> {
  const found = await db
    .selectFrom('connection_secrets')
    .select(['key_id', 'sealed_key', 'sealed'])
    .where('account_id', '=', owner.account)
    .where('connection_id', '=', owner.connection)
    .executeTakeFirst();
  return found && unseal(keys, owner, found);
}

/** How many secrets are under each key. */
export async function countSecrets(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('connection_secrets')
    .select(['key_id', (count) => count.fn.countAll<string>().as('secrets')])
    .groupBy('key_id')
    .execute();
  return new Map(rows.map(({ key_id, secrets }) => [key_id, Number(secrets)]));
}

/** How many secrets are under keys that are not here, and which these are. */
export async function findMissingKeys({
  db,
  keys,
}: {
  db: Db;
  keys: Keyring;
}): Promise<{ secrets: number; ids: string[] }> {
  const missing = [...(await countSecrets(db))].filter(([id]) => !keys.find(id));
  return { secrets: missing.reduce((sum, [, count]) => sum + count, 0), ids: missing.map(([id]) => id) };
}

const PORTION = 200;

/**
 * Puts all secrets under the newest key, a portion at a time: if it is interrupted, each is under the old key or the new one, and both
 * are here. What is under a key that is not here, or was tampered with, stays as it is. Says how many it put there, and how many it left.
 */
export async function sealAnew(db: Db, keys: Keyring): Promise<{ moved: number; left: number }> {
  let [moved, left] = [0, 0];
  let after: readonly [account: string, connection: string] | undefined;
  for (;;) {
    const rows = await db
      .selectFrom('connection_secrets')
      .selectAll()
      .where('key_id', '<>', keys.newest.id)
      .$if(after !== undefined, (rest) =>
        rest.where(sql<boolean>`(account_id, connection_id) > (${after![0]}, ${after![1]})`),
      )
      .orderBy('account_id')
      .orderBy('connection_id')
      .limit(PORTION)
      .execute();
    for (const row of rows) {
      if (await sealRowAnew(db, keys, row)) moved += 1;
      else left += 1;
    }
    const last = rows.at(-1);
    if (!last) return { moved, left };
    after = [last.account_id, last.connection_id];
  }
}

async function sealRowAnew(
  db: Db,
  keys: Keyring,
  { account_id, connection_id, ...sealed }: Sealed & { account_id: string; connection_id: string },
): Promise<boolean> {
  const owner = { account: account_id, connection: connection_id };
  const own = unsealKey(keys, owner, sealed);
  if (!own) return false;
  // Unless it was replaced meanwhile, by one that is under the newest key already.
  await db
    .updateTable('connection_secrets')
    .set(sealKey(keys, owner, own))
    .where('account_id', '=', account_id)
    .where('connection_id', '=', connection_id)
    .where('sealed_key', '=', sealed.sealed_key)
    .execute();
  return true;
}

/** Seals what was kept as plain text before there was a master key, and takes the text away. The caller holds the lock of a start. */
export async function sealPlainSecrets(owner: Client, keys: Keyring): Promise<void> {
  const { rows } = await owner.query<{ account_id: string; connection_id: string; secret: string }>(
    'select account_id, connection_id, secret from plain_secrets',
  );
  if (rows.length === 0) return;
  await owner.query('begin');
  for (const { account_id, connection_id, secret } of rows) {
    const whose = { account: account_id, connection: connection_id };
    const { key_id, sealed_key, sealed } = seal(keys, whose, secret);
    await owner.query('insert into connection_secrets values ($1, $2, $3, $4, $5) on conflict do nothing', [
      account_id,
      connection_id,
      key_id,
      sealed_key,
      sealed,
    ]);
  }
  // Leaves nothing of it in the file of the table either.
  await owner.query('truncate plain_secrets');
  await owner.query('commit');
}
