import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AccountId } from '@muster/domain/values/ids';
import { Piscina } from 'piscina';
import { createFairQueue } from './fair-queue.ts';
import { unavailable } from './http/answers/errors.ts';

/**
 * What is reckoned from rows, by name. Empty here, because the platform knows no noun: each module adds its own by `declare module`
 * merging. Plain values go in and come out, so that a thread can do it.
 */
export interface Reckonings {}

/** One who does it: the functions themselves, and the file that a thread loads to find them. */
interface Reckoner {
  readonly reckonings: Reckonings;
  readonly file: URL;
}

type Name = keyof Reckonings;
type Reckoning = (input: object) => unknown;
type Input<N extends Name> = Reckonings[N] extends (input: infer Given) => unknown ? Given : never;
type Output<N extends Name> = Reckonings[N] extends (input: never) => infer Told ? Awaited<Told> : never;

/** So many characters of rows, about forty visits, are reckoned in some milliseconds: sooner than a thread is asked. */
const SMALL = 64_000;
/** One is left for what the process does besides, and nobody needs more than a few. */
const THREADS = Math.min(4, Math.max(2, availableParallelism() - 1));
/** For what holds rows meanwhile: whoever waits for those, a technician who taps say, gives up after some seconds. */
const KEPT = 1;
/** Two who ask at once, and somebody impatient. Whoever asks for more has a program that should wait. */
const MOST_OF_ACCOUNT = 8;
const MOST_WAITING = 200;
/** Whoever has waited this long, for a thread or for its answer, is told so. */
const DEADLINE_MS = 20_000;
const RETRY_SECONDS = 5;
const BUSY = `We’re busy right now. Try again in ${RETRY_SECONDS} seconds.`;
const compiled = join(import.meta.dirname, '../../../../node_modules/.cache/compiled');

let reckoner: Reckoner | undefined;
let pool: Piscina | undefined;
const asking = new Map<AccountId, number>();
const turns = createFairQueue({
  atOnce: THREADS + KEPT,
  ofOne: 1 + KEPT,
  kept: { ofAll: KEPT, ofOne: KEPT },
  longest: MOST_WAITING,
  waitMs: DEADLINE_MS,
});

/** Whoever puts the application together says, once, who does it. */
export function fillReckonings(given: Reckoner): void {
  if (reckoner) throw new Error('The reckonings are filled already.');
  reckoner = given;
}

/**
 * Threads that do one of the things that the file exports. What one has compiled, the next need not compile; above all, no types are
 * stripped then: the memory of what strips them grows, and from then on each read of an array is checked once more by the engine, for a
 * tenth of the time of a search.
 */
export function openThreads(
  does: string,
  threads: { readonly least: number; readonly most: number },
): Piscina {
  if (!reckoner) throw new Error('The reckonings are not filled.');
  return new Piscina({
    filename: fileURLToPath(reckoner.file),
    name: does,
    minThreads: threads.least,
    maxThreads: threads.most,
    idleTimeout: Infinity,
    // A thread that waits for its next task would hear of nothing else.
    atomics: 'disabled',
    workerData: does,
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  });
}

/** Has the threads started, so that whoever asks first need not wait for that. */
export function getThreadsReady(): void {
  pool ??= openThreads('reckon', { least: 1, most: THREADS + KEPT });
}

/**
 * Reckons something from the rows of an account: here where they are few, otherwise in a thread, so that nobody else waits for it.
 * Accounts take turns: each has one thread at a time, however much it asks for. Whoever asks too much, or waits too long, is told to try
 * again; a thread that is still at it then is ended. What is asked inside a transaction that holds rows (`isHolding`) goes ahead of all
 * else that its account asks.
 */
export async function reckon<N extends Name>(
  account: AccountId,
  name: N,
  input: Input<N> & object,
  isHolding = false,
): Promise<Output<N>> {
  if (!reckoner) throw new Error('The reckonings are not filled.');
  if (sizeOf(input) <= SMALL) return (reckoner.reckonings[name] as Reckoning)(input) as Output<N>;
  return reckonAside(account, name, input, isHolding);
}

/** The same in a thread, however few its rows are: for what takes long to do, such as a paper that is drawn. */
export async function reckonAside<N extends Name>(
  account: AccountId,
  name: N,
  input: Input<N> & object,
  isHolding = false,
): Promise<Output<N>> {
  const done = isHolding ? () => {} : countAsked(account);
  const signal = AbortSignal.timeout(DEADLINE_MS);
  getThreadsReady();
  try {
    return (await turns.run(account, () => pool!.run({ name, input }, { signal }), isHolding)) as Output<N>;
  } catch (error) {
    if (signal.aborted) throw unavailable(RETRY_SECONDS, BUSY);
    throw error;
  } finally {
    done();
  }
}

/** One more that an account asks for at a time, until it is done. */
function countAsked(account: AccountId): () => void {
  const count = asking.get(account) ?? 0;
  if (count >= MOST_OF_ACCOUNT) throw unavailable(RETRY_SECONDS, BUSY);
  asking.set(account, count + 1);
  return () => {
    const left = asking.get(account)! - 1;
    if (left > 0) asking.set(account, left);
    else asking.delete(account);
  };
}

/** Rows come as JSON, so that they are neither read nor copied field by field on the way to a thread. */
function sizeOf(input: object): number {
  return Object.values(input).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );
}
