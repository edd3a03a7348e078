import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  FILM_GRACE_SECONDS,
  filmRefusals,
  LONGEST_FILM_MINUTES,
  tooLongWords,
} from '@muster/domain/field/films/rules';
import type { FilmRecord } from '@muster/domain/field/films/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { DAY_MS } from '@muster/domain/values/minutes';
import { runCommand } from '../../../platform/changes/command.ts';
import type { Writer } from '../../../platform/changes/tracked.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Deps } from '../../../platform/deps.ts';
import { redraw } from '../../../platform/files/pictures.ts';
import {
  type FilmProblem,
  filmPrograms,
  type MadeFilm,
  transcode,
  type Transcoded,
  usualFilmLimits,
} from '../../../platform/files/transcode.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import type { FileReceived } from '../files/service.ts';
import {
  bytesOf,
  dropParts,
  FILM_ASKED,
  findAny,
  partOf,
  roomTaken,
  storePart,
  writePieces,
} from '../files/service.ts';
import { author, films } from './service.ts';
import { beginMaking, findFilm, forgetTry, limitOf, writeProgress } from './store.ts';

/** A machine that fails so often over one film is not to blame. */
const MOST_TRIES = 5;
/** Often enough for somebody who watches, and seldom enough for the database. */
const TELL_EVERY_MS = 2_000;
const WORK_FOLDER = join(tmpdir(), 'muster-films');
const GIGABYTE = 1_000_000_000;

type Parts = Pick<Deps, 'database' | 'files' | 'now' | 'settings' | 'log'>;

/** Makes films that play everywhere of those that were sent, one at a time for each account. */
export function filmTasks(deps: Parts): Readonly<Record<string, Task>> {
  const { database, now } = deps;
  const { db } = database;

  const make: Task = async (payload, _id, signal) => {
    const { account, file: id } = payload as FileReceived;
    const found = await withAccount(db, account, async (db) => ({
      film: await findFilm(db, films, id),
      file: await findAny(db, id),
      pieces: await partOf(db, id, 'content'),
      limit: await limitOf(db, id),
    }));
    const { film, file, pieces, limit } = found;
    // Erased, or made by a run before this one; or deleted: whoever brings it back has it made.
    if (film?.state !== 'waiting' || !file || file.deleted_at !== null) return;
    const settle = (verdict: Verdict) => {
      const command = { account, id: randomUUID(), kind: 'film made' as const, body: id, author };
      return runCommand(db, { ...command, at: new Date(now()), whenReadOnly: true }, (write) =>
        keep(write, deps, id, verdict),
      );
    };
    const tries = await withAccount(db, account, (db) => beginMaking(db, id));
    if (tries > MOST_TRIES) {
      await settle({ state: 'failed', refusal: filmRefusals.machine });
      return;
    }
    const folder = await workFolder();
    try {
      if (!(await fetchInto(join(folder, 'given'), deps, account, pieces))) {
        await settle({ state: 'failed', refusal: filmRefusals.lost });
        return;
      }
      const onProgress = tellProgress(deps, account, id);
      const container = file.type === 'video/webm' ? 'matroska' : 'mov';
      const most = LONGEST_FILM_MINUTES * 60;
      const limits = { ...usualFilmLimits, seconds: limit === null ? most : limit + FILM_GRACE_SECONDS };
      const given = { folder, name: 'given', container } as const;
      const watch = { onProgress, ...(signal && { signal }) };
      const result = await transcode(filmPrograms(deps.settings), given, limits, watch);
      await settleResult(result);
    } catch (error) {
      // A server that stops says nothing of the film.
      if (signal?.aborted) await withAccount(db, account, (db) => forgetTry(db, id));
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }

    async function settleResult(result: Transcoded): Promise<void> {
      if ('problem' in result) {
        const { problem } = result;
        const isOfTechnician = problem === 'too long' && limit !== null;
        const refusal = isOfTechnician ? tooLongWords(limit) : refusalOf(problem);
        await settle(problem === 'no program' ? { state: 'as sent' } : { state: 'failed', refusal });
        return;
      }
      const stored = await store(deps, account, result.made);
      let isKept = false;
      try {
        const { answer: needless } = await settle(stored);
        isKept = true;
        for (const key of needless) await deps.files.remove(account, key);
      } finally {
        // A commit whose answer was lost may have kept them; the sweep finds what nobody kept.
        if (!isKept) deps.log.info({ film: id }, 'A film was made and could not be written down.');
      }
    }
  };
  return { [FILM_ASKED]: make };
}

/** What became of a film. */
type Verdict =
  | { readonly state: 'failed'; readonly refusal: string }
  | { readonly state: 'as sent' }
  | (Pick<FilmRecord, 'state' | 'milliseconds' | 'width' | 'height' | 'bytes'> & {
      readonly parts: Readonly<
        Record<'film' | 'poster' | 'thumbnail', Awaited<ReturnType<typeof storePart>>>
      >;
    });

function refusalOf(problem: FilmProblem | 'no program'): string {
  return problem === 'no program' ? '' : filmRefusals[problem];
}

/** An empty folder of its own. What a process left behind that died is taken away by whoever comes a day later. */
async function workFolder(): Promise<string> {
  await mkdir(WORK_FOLDER, { recursive: true, mode: 0o700 });
  for (const name of await readdir(WORK_FOLDER)) {
    const path = join(WORK_FOLDER, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (mtimeMs < Date.now() - DAY_MS) await rm(path, { recursive: true, force: true });
  }
  return mkdtemp(join(WORK_FOLDER, 'film-'));
}

/** False where a piece of it is lost for good; a store that is away throws. */
async function fetchInto(
  path: string,
  { files: storage }: Parts,
  account: AccountId,
  pieces: Awaited<ReturnType<typeof partOf>>,
): Promise<boolean> {
  if (pieces.length === 0) return false;
  for (const { key } of pieces) if (!(await storage.has(account, key))) return false;
  const to = pieces.reduce((sum, { bytes }) => sum + bytes, 0) - 1;
  await pipeline(Readable.from(bytesOf(storage, account, pieces, { from: 0, to })), createWriteStream(path));
  return true;
}

function tellProgress({ database: { db } }: Parts, account: AccountId, id: string): (share: number) => void {
  let last = Date.now();
  return (share) => {
    if (Date.now() < last + TELL_EVERY_MS) return;
    last = Date.now();
    // Nothing hangs on it: a database that is away meanwhile is found by what comes next.
    withAccount(db, account, (db) => writeProgress(db, id, Math.floor(share * 100))).catch(() => undefined);
  };
}

async function store({ files: storage }: Parts, account: AccountId, made: MadeFilm): Promise<Verdict> {
  const { path, bytes, poster, milliseconds, width, height } = made;
  const picture = await redraw(poster);
  const film = await storePart(storage, account, createReadStream(path));
  return {
    state: 'ready',
    milliseconds,
    width,
    height,
    bytes: bytes + poster.length,
    parts: {
      film,
      poster: await storePart(storage, account, poster),
      thumbnail: picture ? await storePart(storage, account, picture.thumbnail) : [],
    },
  };
}

/** Writes down what became of it, and answers with the keys of what nobody needs any more. */
async function keep(
  write: Writer,
  { settings }: Parts,
  id: string,
  verdict: Verdict,
): Promise<readonly string[]> {
  const { db } = write;
  const film = await findFilm(db, films, id);
  const made = 'parts' in verdict ? Object.values(verdict.parts).flat() : [];
  const keysOf = (pieces: typeof made) => pieces.map(({ key }) => key);
  // Erased meanwhile, or made by another at the same moment.
  if (film?.state !== 'waiting') return keysOf(made);
  if (!('parts' in verdict)) {
    await write.update(films, id, verdict);
    return [];
  }
  const { parts, ...fields } = verdict;
  const { bytes } = await roomTaken(db, write.at);
  if (bytes - film.bytes + fields.bytes > settings.FILES_QUOTA_GB * GIGABYTE) {
    await write.update(films, id, { state: 'failed', refusal: filmRefusals.full });
    return keysOf(made);
  }
  const needless = await dropParts(db, id, ['film', 'poster', 'thumbnail']);
  for (const part of ['film', 'poster', 'thumbnail'] as const) await writePieces(db, id, part, parts[part]);
  await write.update(films, id, fields);
  return needless;
}
