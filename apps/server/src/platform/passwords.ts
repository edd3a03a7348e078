import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { answers } from '@muster/domain/values/answer';
import { Failure } from './errors.ts';
import { letPoolThreadsGiveWay } from './pool-threads.ts';

const derive = promisify(argon2);

/** OWASP's first choice for argon2id. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Each takes 19 MiB and a core for some 20 ms: more at once than there are cores would only make all of them slow. */
export const HASHES_AT_ONCE = Math.min(4, availableParallelism());
/** Whoever would wait behind more than this is better told to come back. */
export const HASHES_WAITING = 32;

let running = 0;
let areThreadsLow = false;
const waiting: (() => void)[] = [];

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await hashWith(password, {
    salt,
    memory: MEMORY_KIB,
    passes: PASSES,
    lanes: LANES,
    bytes: HASH_BYTES,
  });
  const cost = `m=${MEMORY_KIB},t=${PASSES},p=${LANES}`;
  return `$argon2id$v=19$${cost}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** Takes as long when there is nobody to compare with, so that the time tells nothing about who exists. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
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

async function hashWith(password: string, { salt, memory, passes, lanes, bytes }: Cost): Promise<Buffer> {
  await enter();
  try {
    const hash = derive('argon2id', {
      message: password.normalize('NFC'),
      nonce: salt,
      memory,
      passes,
      parallelism: lanes,
      tagLength: bytes,
    });
    // The threads are there as soon as one of them has work.
    if (!areThreadsLow) letPoolThreadsGiveWay();
    areThreadsLow = true;
    return await hash;
  } finally {
    leave();
  }
}

async function enter(): Promise<void> {
  if (running < HASHES_AT_ONCE) {
    running += 1;
    return;
  }
  if (waiting.length >= HASHES_WAITING) throw new Failure('unavailable', answers.unavailable.meaning, 1);
  await new Promise<void>((resolve) => waiting.push(resolve));
}

/** A place that becomes free goes to whoever waits longest, without ever being counted as free. */
function leave(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
