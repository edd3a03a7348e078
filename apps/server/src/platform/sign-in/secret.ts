import { createHash, createHmac, randomBytes, scryptSync } from 'node:crypto';
import { join } from 'node:path';
import { readOrMakeKeyFile } from '../key-file.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { StartupError } from '../startup-error.ts';

const KEY_BYTES = 32;
const KEY_FILE = 'muster-key';
/** About 50 ms and 16 MB for each guess at the password. */
const COST = { N: 2 ** 14, r: 8, p: 1 };

/**
 * The key that fingerprints and links of a few hours are made with. It follows from the database's password, so that all processes with
 * one DATABASE_URL agree on it, and it is written neither into the database nor into a log. It is slow to make, so that the
 * hashes in a dump of the database are no quick way to try passwords.
 */
export function deriveSecret(databasePassword: string): Buffer {
  return scryptSync(databasePassword, 'muster links', KEY_BYTES, COST);
}

/** The same for a database that asks for no password: made once, and kept in a file that only we can read. */
export function readSecretFile(folder: string | undefined): Buffer {
  if (folder === undefined) throw new StartupError('A database without a password needs a DATA_DIR.');
  const key = readOrMakeKeyFile(
    {
      folder,
      name: KEY_FILE,
      about: { what: 'The key for sign-ins', otherwise: 'give the database role a password' },
    },
    () => randomBytes(KEY_BYTES),
  );
  if (key.length !== KEY_BYTES)
    throw new StartupError(
      `The key in ${join(folder, KEY_FILE)} is damaged: it has ${key.length} bytes instead of ${KEY_BYTES}. ` +
        'Restore the file, or delete it: links that are about to be sent then don’t work.',
    );
  return key;
}

/** What a mail knows of its link before it is written: enough for us to make its token, and nothing for anybody else. */
export interface MailedLink<Purpose extends string = string> {
  readonly purpose: Purpose;
  readonly id: string;
  /** The master key that its own key follows from. A link without one hangs on the database's password, and lives two days at most. */
  readonly key?: string;
}

/** The token of the link that a mail carries. */
export function mailedToken(
  { secret, keys }: { secret: Buffer; keys: Keyring },
  { purpose, id, key }: MailedLink,
): string {
  if (key === undefined) return linkToken(secret, purpose, id);
  const master = keys.find(key);
  if (!master)
    throw new Error(`The master key ${key}, which the link of this mail was made with, is not here.`);
  return linkToken(master.links, purpose, id);
}

/** Links that go into text messages, where each character is paid for: 22 of them are 132 bits. */
const SHORT_LENGTH = 22;
const shortPurposes: ReadonlySet<string> = new Set(['visit', 'invoice', 'quote', 'film', 'opt-out']);

/** The token of a link: whoever has the key can make it again, so it is stored nowhere. */
export function linkToken(secret: Buffer, purpose: string, id: string): string {
  const token = keyed(secret, `${purpose}:${id}`).toString('base64url');
  return shortPurposes.has(purpose) ? token.slice(0, SHORT_LENGTH) : token;
}

/** The hash of a token, which may be stored. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const HINT_BITS = 0xfff;

/** Helps to find the registration with this password among many of one address. It is keyed and too short to guess passwords by. */
export function passwordHint(secret: Buffer, email: string, password: string): number {
  return keyed(secret, `hint:${email}:${password.normalize('NFC')}`).readUInt16BE(0) & HINT_BITS;
}

/** A key of fixed length for any text, to count or look it up by. It does not hide texts that can be guessed. */
export function fingerprint(text: string): string {
  return tokenHash(text).toString('base64url');
}

/** A fingerprint that tells nothing without the key, even for a text that can be guessed. */
export function keyed(secret: Buffer, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}
