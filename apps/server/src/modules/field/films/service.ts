import type { FileRecord } from '@muster/domain/field/files/schema';
import { captionsProblem, inOrder } from '@muster/domain/field/films/captions';
import type { CaptionsEdit, FilmEdit, FilmRecord, ShownFilm } from '@muster/domain/field/films/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { randomUUID } from 'node:crypto';
import { runCommand } from '../../../platform/changes/command.ts';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { Caller } from '../../../platform/sign-in/access.ts';
import { tellCrews } from '../../work/crews/service.ts';
import { askForFilm, bytesOf, fileOf, findAny, partOf, type Piece } from '../files/service.ts';
import { findFilm, forgetTries, listShared } from './store.ts';

export const films: TrackedTable<FilmRecord> = {
  name: 'films',
  columns: ['state', 'refusal', 'milliseconds', 'width', 'height', 'bytes', 'captions', 'is_shared'],
  readers: dispatchers,
  writers: dispatchers,
  label: () => 'Video',
  erased: () => ({ captions: [], is_shared: false }),
  settle: async (write, touched) => {
    for (const { before, after } of touched) {
      const file = await findAny(write.db, (after ?? before)!.id);
      const named = (id: string | null | undefined) => (id ? [id] : []);
      await tellCrews(write, { visits: named(file?.visit_id), jobs: named(file?.job_id) });
    }
  },
};

/** A film that has arrived: from now on one is made of it that plays everywhere. */
export async function addFilm(write: Writer, id: string): Promise<void> {
  await write.insert(films, [{ id, state: 'waiting' }]);
  await askForFilm(write.db, id);
}

/** A film whose file somebody may see. */
export async function filmOf(
  db: Tx,
  caller: Caller,
  now: number,
  id: string,
): Promise<{ film: ShownFilm; file: FileRecord }> {
  const file = await fileOf(db, caller, now, id);
  const film = await findFilm(db, films, id);
  if (!film || file.deleted_at !== null) throw new Failure('notFound');
  return { film, file };
}

/** A film for somebody outside the business, who has been let in by whoever asks for it. */
export async function linkedFilm(db: Tx, id: string): Promise<{ film: ShownFilm; file: FileRecord }> {
  const [film, file] = [await findFilm(db, films, id), await findAny(db, id)];
  if (!film || !file || file.deleted_at !== null) throw new Failure('notFound');
  return { film, file };
}

/** The films of a visit that its customer sees, in the order in which they came. */
export function sharedFilms(db: Tx, visit: string): Promise<FilmRecord[]> {
  return listShared(db, films, visit);
}

/** One of them. */
export async function sharedFilm(db: Tx, visit: string, id: string) {
  const found = await linkedFilm(db, id);
  if (!found.film.is_shared || found.file.visit_id !== visit) throw new Failure('notFound');
  return found;
}

/** What is to be played of a film, or looked at before. */
export type FilmPart = 'film' | 'poster';

/** A part of a film as it lies in the store. */
export interface OpenFilm {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly tag: string;
  readonly length: number;
  readonly pieces: readonly Piece[];
}

/** What is sent of a film: the one that was made, or, where no program makes any, the one that came. The caller checks who may see it. */
export async function openPart(
  db: Tx,
  { film, file }: { film: FilmRecord; file: FileRecord },
  part: FilmPart,
): Promise<OpenFilm> {
  const isAsSent = film.state === 'as sent' && part === 'film';
  const isThere = file.state === 'ready' && file.deleted_at === null && (film.state === 'ready' || isAsSent);
  const pieces = isThere ? await partOf(db, film.id, isAsSent ? 'content' : part) : [];
  const [first] = pieces;
  if (!first) throw new Failure('notFound');
  const length = pieces.reduce((sum, { bytes }) => sum + bytes, 0);
  const type = isAsSent ? file.type : part === 'film' ? 'video/mp4' : 'image/jpeg';
  // Pieces that are made again have other keys; who may see it and what is said of it change nothing of the bytes.
  return { id: film.id, name: file.name, type, tag: `"${first.key}"`, length, pieces };
}

/** The bytes of an opened film. Where a piece is lost it is made again, and nothing of it is sent until then. */
export async function readerOf(
  deps: Pick<Deps, 'database' | 'files' | 'now'>,
  account: AccountId,
  { id, type, pieces }: OpenFilm,
): Promise<(range: { from: number; to: number }) => AsyncIterable<Uint8Array>> {
  const { files: storage } = deps;
  const isMade = type === 'video/mp4' || type === 'image/jpeg';
  for (const { key } of pieces) {
    if (await storage.has(account, key)) continue;
    if (isMade) await makeAgain(deps, account, id);
    throw new Failure('notFound');
  }
  return (range) => bytesOf(storage, account, pieces, range);
}

/** Nobody in particular: Muster itself. */
export const author = { user: null, apiKey: null, role: 'dispatcher' } as const;

async function makeAgain(
  { database: { db }, now }: Pick<Deps, 'database' | 'now'>,
  account: AccountId,
  id: string,
): Promise<void> {
  const isOfFilm = await withAccount(
    db,
    account,
    async (db) => (await findFilm(db, films, id))?.state === 'ready',
  );
  if (!isOfFilm) return;
  const command = { account, id: randomUUID(), kind: 'film asked again' as const, body: id, author };
  await runCommand(db, { ...command, at: new Date(now()), whenReadOnly: true }, (write) =>
    askAgain(write, id),
  );
}

/** What was lost, or could not be made then, is made now. */
async function askAgain(write: Writer, id: string): Promise<FilmRecord> {
  const film = await findFilm(write.db, films, id);
  if (!film) throw new Failure('notFound');
  if (film.state === 'waiting') return film;
  await forgetTries(write.db, id);
  const row = await write.update(films, id, { state: 'waiting', refusal: '' });
  await askForFilm(write.db, id);
  return row;
}

/** The office has made room, or the server has got the program that was missing. */
export async function convertAgain(write: Writer, caller: Caller, id: string): Promise<FilmRecord> {
  const { film } = await filmOf(write.db, caller, write.at.getTime(), id);
  if (film.state === 'ready') return film;
  return askAgain(write, id);
}

/** Words that somebody has written for those who hear nothing, or watch where it is loud. */
export async function saveCaptions(
  write: Writer,
  caller: Caller,
  id: string,
  { version, captions }: CaptionsEdit,
): Promise<FilmRecord> {
  await filmOf(write.db, caller, write.at.getTime(), id);
  const problem = captionsProblem(captions);
  if (problem !== undefined) throw new Failure('unprocessable', problem);
  return write.update(films, id, { captions: inOrder(captions) }, version);
}

/** Whether the customer of a visit sees it on their page. */
export async function shareFilm(
  write: Writer,
  caller: Caller,
  id: string,
  { version, is_shared }: FilmEdit,
): Promise<FilmRecord> {
  const { file } = await filmOf(write.db, caller, write.at.getTime(), id);
  if (is_shared && file.visit_id === null)
    throw new Failure('unprocessable', 'Only the videos of a visit can be shown on its page.');
  return write.update(films, id, { is_shared }, version);
}
