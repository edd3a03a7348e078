import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { dictionary } from '@zxcvbn-ts/language-common';
import { createFairQueue } from '../fair-queue.ts';

const derive = promisify(argon2);

/** OWASP's first choice for argon2id. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Each hash takes 19 MiB and a core for about 20 ms; more at once than there are cores would only slow all of them down. */
export const HASHES_AT_ONCE = Math.min(4, availableParallelism());
/** If more are waiting, the request is refused and may come back. */
export const HASHES_WAITING = 32;

const queue = createFairQueue({ atOnce: HASHES_AT_ONCE, longest: HASHES_WAITING });

/** `network` is where the request comes from: while many wait, networks take turns. */
export async function hashPassword(password: string, network: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const cost = { salt, memory: MEMORY_KIB, passes: PASSES, lanes: LANES, bytes: HASH_BYTES };
  const hash = await queue.run(network, () => hashWith(password, cost));
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** Takes as long without a stored hash, so that the time does not tell whether somebody has an address. */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  network: string,
): Promise<boolean> {
  return queue.run(network, () => compare(password, stored));
}

/** Compares a password with two hashes, always with both, so that the time does not tell which one matched. */
export async function verifyEither(
  password: string,
  [one, other]: readonly [string | undefined, string | undefined],
  network: string,
): Promise<readonly [boolean, boolean]> {
  return queue.run(network, async () => [await compare(password, one), await compare(password, other)]);
}

async function compare(password: string, stored: string | undefined): Promise<boolean> {
  const parts = PHC.exec(stored ?? NOBODY);
  if (!parts) throw new Error('A stored password hash is not in the form we write.');
  const [, memory, passes, lanes, salt, hash] = parts;
  const wanted = Buffer.from(hash!, 'base64');
  const given = await hashWith(password, {
    salt: Buffer.from(salt!, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    bytes: wanted.length,
  });
  return timingSafeEqual(given, wanted) && stored !== undefined;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(randomBytes(SALT_BYTES))}$${unpadded(randomBytes(HASH_BYTES))}`;

interface Cost {
  salt: Buffer;
  memory: number;
  passes: number;
  lanes: number;
  bytes: number;
}

function hashWith(password: string, { salt, memory, passes, lanes, bytes }: Cost): Promise<Buffer> {
  return derive('argon2id', {
    message: password.normalize('NFC'),
    nonce: salt,
    memory,
    passes,
    parallelism: lanes,
    tagLength: bytes,
  });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

const common = new Set(dictionary['passwords-common']);

export const COMMON_PASSWORD = 'This password is too easy to guess. Choose another one.';

/** Whether it is one of the fifty thousand that people choose most, in whatever case it is written. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize('NFC').toLowerCase());
}
