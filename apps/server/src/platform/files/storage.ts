import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountId } from '@muster/domain/values/ids';
import { AwsClient } from 'aws4fetch';
import type { Settings } from '../../settings.ts';
import { unavailable } from '../http/answers/errors.ts';

/** A piece that lies in the store. */
export interface Stored {
  readonly account: string;
  readonly key: string;
  readonly storedAt: Date;
}

/**
 * Where the bytes of files lie: a folder, or a store that speaks S3. It knows pieces of a few megabytes and nothing of files, so any
 * store will do, and nothing is ever held in memory as a whole.
 */
export interface FileStorage {
  /** Returns when the piece would survive a power cut. */
  put(account: AccountId, key: string, piece: Uint8Array): Promise<void>;
  /** Undefined where there is no such piece. */
  get(account: AccountId, key: string): Promise<Uint8Array | undefined>;
  /** Whether there is such a piece. */
  has(account: AccountId, key: string): Promise<boolean>;
  /** It is no fault if the piece is gone already. */
  remove(account: AccountId, key: string): Promise<void>;
  /** Every piece that there is of accounts after this one, in their order, for whoever looks for those that nobody needs. */
  list(after?: string): AsyncIterable<Stored>;
}

/** As much as is held in memory of one file at a time. */
export const PIECE_BYTES = 4 * 1024 * 1024;

/** The store that the settings name; without one, a folder beside the data. */
export function openStorage({ FILES_URL, FILES_DIR }: Settings, dataDir: string): FileStorage {
  return FILES_URL === undefined ? folderStorage(FILES_DIR ?? join(dataDir, 'files')) : s3Storage(FILES_URL);
}

/**
 * Cuts what comes in into pieces. When the sender leaves in the middle, what has arrived is handed on as well, so that they can go on
 * from there, unless it is so little that it is not worth a piece; only then the fault is told.
 */
export async function* piecesOf(body: AsyncIterable<Uint8Array>, least = 1): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  let handedOn = 0;
  let fault: unknown;
  const take = () => {
    const piece = Buffer.concat(held, bytes);
    held = [];
    handedOn += bytes;
    bytes = 0;
    return piece;
  };
  try {
    for await (let chunk of body) {
      while (bytes + chunk.length >= PIECE_BYTES) {
        const fits = PIECE_BYTES - bytes;
        held.push(chunk.subarray(0, fits));
        bytes = PIECE_BYTES;
        chunk = chunk.subarray(fits);
        yield take();
      }
      if (chunk.length > 0) {
        held.push(chunk);
        bytes += chunk.length;
      }
    }
  } catch (error) {
    fault = error;
  }
  if (bytes > 0 && (fault === undefined || handedOn + bytes >= least)) yield take();
  if (fault !== undefined) throw fault;
}

const SHELF = 2;
const UNFINISHED = '.unfinished';

/** Pieces in a folder: `account/ab/abcdef…`, so that no folder grows too large. */
export function folderStorage(folder: string): FileStorage {
  const shelfOf = (account: string, key: string) => join(folder, account, key.slice(0, SHELF));

  return {
    async put(account, key, piece) {
      const shelf = shelfOf(account, key);
      await mkdir(shelf, { recursive: true }).catch((error: unknown) => {
        throw isFull(error) ? noRoom() : error;
      });
      const unfinished = join(shelf, `${key}${UNFINISHED}`);
      try {
        await writeWhole(unfinished, piece);
        await rename(unfinished, join(shelf, key));
        await syncFolder(shelf);
      } catch (error) {
        // What cannot be finished must not take the room that is lacking.
        await rm(unfinished, { force: true });
        throw isFull(error) ? noRoom() : error;
      }
    },
    async get(account, key) {
      try {
        return await readFile(join(shelfOf(account, key), key));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async has(account, key) {
      return (await statOf(join(shelfOf(account, key), key))) !== undefined;
    },
    async remove(account, key) {
      await rm(join(shelfOf(account, key), key), { force: true });
    },
    async *list(after = '') {
      for (const account of (await namesIn(folder)).toSorted().filter((name) => name > after))
        for (const shelf of await namesIn(join(folder, account)))
          for await (const { name: key } of await opendir(join(folder, account, shelf))) {
            const found = await statOf(join(folder, account, shelf, key));
            // Somebody may have removed it meanwhile.
            if (found) yield { account, key, storedAt: found.mtime };
          }
    },
  };
}

async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The disk, the user's share of it, or the room for names on it. */
function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** As long as somebody needs to make room. */
const FULL_SECONDS = 60;

function noRoom() {
  return unavailable(
    FULL_SECONDS,
    'There’s no room for files on the server right now. Try again in a minute.',
  );
}

/** The name of a new file is on the disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** A store that takes longer is as good as away. */
const ANSWER_MS = 30_000;
const RETRIES = 2;
const RETRY_SECONDS = 5;

/** Pieces as objects `account/key` in a bucket, of any store that speaks S3: `https://KEY:SECRET@host/bucket?region=…`. */
export function s3Storage(address: string): FileStorage {
  const { origin, pathname, username, password, searchParams } = new URL(address);
  const bucket = `${origin}${pathname.replace(/\/+$/, '')}`;
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') ?? 'us-east-1',
    service: 's3',
    retries: RETRIES,
  });

  /** What the store says may be long and may name the key, so a number has to do. */
  async function ask(path: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await client.fetch(`${bucket}${path}`, { ...init, signal }).catch(() => undefined);
    if (answer?.ok || answer?.status === 404) return answer;
    await answer?.body?.cancel();
    throw away(answer ? `answered ${answer.status}` : 'didn’t answer');
  }

  return {
    async put(account, key, piece) {
      const answer = await ask(`/${account}/${key}`, { method: 'PUT', body: Buffer.from(piece) });
      await answer.body?.cancel();
      if (!answer.ok) throw away('has no such bucket');
    },
    async get(account, key) {
      const answer = await ask(`/${account}/${key}`, { method: 'GET' });
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
      await answer.body?.cancel();
      return undefined;
    },
    async has(account, key) {
      const answer = await ask(`/${account}/${key}`, { method: 'HEAD' });
      await answer.body?.cancel();
      return answer.ok;
    },
    async remove(account, key) {
      const answer = await ask(`/${account}/${key}`, { method: 'DELETE' });
      await answer.body?.cancel();
    },
    async *list(account = '') {
      // The next character after the stroke that parts an account from its pieces: behind all of them.
      let after = account === '' ? '' : `${account}0`;
      for (;;) {
        const answer = await ask(`?list-type=2&start-after=${encodeURIComponent(after)}`, { method: 'GET' });
        const found = objectsIn(await answer.text());
        for (const { path, storedAt } of found) {
          const [account = '', key = ''] = path.split('/');
          yield { account, key, storedAt };
        }
        if (found.length === 0) return;
        after = found.at(-1)!.path;
      }
    },
  };
}

function away(what: string) {
  return unavailable(RETRY_SECONDS, `The file store ${what}. Try again shortly.`);
}

/** Our own names are plain, so the list need not be read as XML with all that it can be. */
function objectsIn(list: string): { path: string; storedAt: Date }[] {
  return [...list.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    path: /<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? '',
    storedAt: new Date(/<LastModified>([^<]*)<\/LastModified>/.exec(entry)?.[1] ?? 0),
  }));
}
