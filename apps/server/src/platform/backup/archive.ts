import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { AppliedMigration } from '../db/migrate.ts';
import { StartupError } from '../startup-error.ts';

/**
 * A backup is a folder: `backup.json` says what it holds, `tables/` has the rows of each table as PostgreSQL's COPY writes them,
 * `files/` the stored pieces of files, and `SHA256SUMS` the checksum of each of these, in the form that `sha256sum -c` reads.
 */
export interface Contents {
  readonly madeAt: string;
  readonly postgres: string;
  readonly migrations: readonly AppliedMigration[];
  /** The version of the queue's tables. */
  readonly queue: number;
  readonly partitions: readonly { name: string; parent: string; bounds: string }[];
  readonly tables: readonly BackedUpTable[];
  readonly sequences: readonly { name: string; value: string }[];
  readonly pieces: number;
}

export interface BackedUpTable {
  /** With its schema, quoted where it has to be. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

const CONTENTS = 'backup.json';
const SUMS = 'SHA256SUMS';
const NEW_LINE = 10;

const tablePath = ({ name }: Pick<BackedUpTable, 'name'>) => `tables/${name.replaceAll('"', '')}.gz`;
const piecePath = (account: string, key: string) => `files/${account}/${key.slice(0, 2)}/${key}`;

/** Writes a backup, file by file, with the checksum of each. What it has returned from would survive a power cut. */
export async function createArchive(folder: string) {
  // Rows of every account, and photos: for nobody but whoever made it.
  await mkdir(folder, { recursive: false, mode: 0o700 });
  const sums = await open(join(folder, SUMS), 'wx', 0o600);

  async function add(path: string, content: Readable | Uint8Array): Promise<void> {
    const place = join(folder, path);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    const hashed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    const written = createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true });
    if (content instanceof Uint8Array) hashed.end(content);
    await (content instanceof Uint8Array ? pipeline(hashed, written) : pipeline(content, hashed, written));
    await sums.write(`${hash.digest('hex')}  ${path}\n`);
  }

  return {
    /** Returns how many rows went in. */
    async addTable(table: Pick<BackedUpTable, 'name'>, rows: Readable): Promise<number> {
      const counter = lineCounter();
      const packed = createGzip({ level: 3 });
      await Promise.all([pipeline(rows, counter.stream, packed), add(tablePath(table), packed)]);
      return counter.lines();
    },
    addPiece: (account: string, key: string, piece: Uint8Array) => add(piecePath(account, key), piece),
    async finish(contents: Contents): Promise<void> {
      await add(CONTENTS, Buffer.from(JSON.stringify(contents, null, 1)));
      await sums.sync();
      await sums.close();
    },
    /** Takes away what was begun. */
    async abandon(): Promise<void> {
      await sums.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Archive = Awaited<ReturnType<typeof createArchive>>;

/** Rows in COPY's text form: each ends with a new line, and a new line in a value is written otherwise. */
function lineCounter(): { stream: Transform; lines: () => number } {
  let lines = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(NEW_LINE); at !== -1; at = chunk.indexOf(NEW_LINE, at + 1)) lines += 1;
      done(null, chunk);
    },
  });
  return { stream, lines: () => lines };
}

/** Reads everything in a backup again: each file has its checksum, and each table as many rows as were counted in the database. */
export async function verifyArchive(folder: string): Promise<Contents> {
  const damaged = (what: string) =>
    new StartupError(`The backup in ${folder} is damaged or incomplete: ${what}. Use another one.`);
  const found = new Set<string>();
  for await (const { sum, path } of readSums(folder, damaged)) {
    const hash = createHash('sha256');
    try {
      for await (const chunk of createReadStream(join(folder, path))) hash.update(chunk as Buffer);
    } catch (error) {
      throw damaged(`${path} can’t be read (${(error as Error).message})`);
    }
    if (hash.digest('hex') !== sum) throw damaged(`${path} doesn’t have its checksum`);
    found.add(path);
  }
  if (!found.has(CONTENTS)) throw damaged(`${CONTENTS} is missing`);
  const contents = JSON.parse(await readFile(join(folder, CONTENTS), 'utf8')) as Contents;
  for (const table of contents.tables) {
    if (!found.has(tablePath(table))) throw damaged(`the table ${table.name} is missing`);
    const counter = lineCounter();
    const rows = readTable(folder, table).pipe(counter.stream);
    for await (const _ of rows);
    if (counter.lines() !== table.rows)
      throw damaged(`the table ${table.name} has ${counter.lines()} rows instead of ${table.rows}`);
  }
  const pieces = found.values().filter((path) => path.startsWith('files/'));
  const stored = pieces.reduce((count) => count + 1, 0);
  if (stored !== contents.pieces)
    throw damaged(`there are ${stored} pieces of files instead of ${contents.pieces}`);
  return contents;
}

export function readTable(folder: string, table: Pick<BackedUpTable, 'name'>): Readable {
  const unpacked = new PassThrough();
  pipeline(createReadStream(join(folder, tablePath(table))), createGunzip(), unpacked).catch(
    (error: unknown) => unpacked.destroy(error as Error),
  );
  return unpacked;
}

/** The stored pieces of files, one after another. */
export async function* readPieces(
  folder: string,
): AsyncGenerator<{ account: string; key: string; piece: Uint8Array }> {
  const damaged = (what: string) => new StartupError(what);
  for await (const { path } of readSums(folder, damaged)) {
    const [kind, account = '', , key = ''] = path.split('/');
    if (kind === 'files') yield { account, key, piece: await readFile(join(folder, path)) };
  }
}

async function* readSums(
  folder: string,
  damaged: (what: string) => Error,
): AsyncGenerator<{ sum: string; path: string }> {
  const input = createReadStream(join(folder, SUMS));
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      const [, sum, path] = /^([0-9a-f]{64}) {2}((?:tables|files)\/[^\s]+|backup\.json)$/.exec(line) ?? [];
      if (sum === undefined || path === undefined || path.includes('..'))
        throw damaged(`${SUMS} can’t be understood`);
      yield { sum, path };
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw damaged(`${SUMS} is missing`);
  }
}
