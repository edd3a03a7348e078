import { randomUUID } from 'node:crypto';
import type { FileKind, FileSubject } from '@muster/domain/field/files/rules';
import type { FileQuery, FileRecord, NamedFile } from '@muster/domain/field/files/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { FileStorage } from '../../../platform/files/storage.ts';
import { piecesOf } from '../../../platform/files/storage.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { Caller } from '../../../platform/sign-in/access.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import { tellCrews } from '../../work/crews/service.ts';
import { hadVisit, ownVisitIds } from '../my-visits/service.ts';
import type { Part, Piece, Reach } from './store.ts';

import {
  accountSeen,
  deletePieces,
  findFile,
  giveUpOld,
  insertPiece,
  isThere,
  knownKeys,
  listContents,
  listFiles,
  listFilesOf,
  listLogos,
  listPieces,
  readUsage,
  readWaiting,
} from './store.ts';

export { accountSeen, type Piece };

export const files: TrackedTable<FileRecord> = {
  name: 'files',
  columns: [
    'visit_id',
    'job_id',
    'customer_id',
    'site_id',
    'kind',
    'name',
    'type',
    'bytes',
    'width',
    'height',
    'state',
    'refusal',
    'taken_at',
    'created_by',
    'created_at',
    'deleted_at',
  ],
  readers: dispatchers,
  writers: dispatchers,
  label: ({ name }) => name,
  subjects: ({ visit_id, job_id, customer_id, site_id }) => [visit_id, job_id, customer_id, site_id],
  erased: () => ({ name: 'File', state: 'refused', refusal: 'This file was erased.', bytes: 0 }),
  settle: async (write, touched) => {
    const rows = touched.map(({ before, after }) => (after ?? before)!);
    const named = (ids: readonly (string | null)[]) => ids.filter((id) => id !== null);
    await tellCrews(write, {
      visits: named(rows.map(({ visit_id }) => visit_id)),
      jobs: named(rows.map(({ job_id }) => job_id)),
    });
    // Nobody looks at what was deleted before it was looked at, until it is brought back; nor is a film made of it.
    for (const { before, after } of touched)
      if (before && before.deleted_at !== null && after?.deleted_at === null) {
        if (after.state === 'waiting') await lookAt(write.db, after.id);
        else if (after.kind === 'video') await askForFilm(write.db, after.id);
      }
  },
};

/** What lies with a customer, and with sites that others take the place of, goes where they go. */
export async function moveFiles(
  write: Writer,
  { customers, sites }: { customers: ReadonlyMap<string, string>; sites: ReadonlyMap<string, string> },
): Promise<void> {
  const found = await listFilesOf(write.db, [...customers.keys()], [...sites.keys()]);
  await write.updateAll(
    files,
    found.map(({ id, customer_id, site_id }) => ({
      id,
      customer_id: customer_id && customers.get(customer_id)!,
      site_id: site_id && sites.get(site_id)!,
    })),
  );
}

/** Hands a file to whoever looks at what is in it. */
async function lookAt(db: Tx, file: string): Promise<void> {
  const task: FileReceived = { account: await accountSeen(db), file };
  await enqueue(db, FILE_RECEIVED, task);
}

/** The task that looks at what was received. */
export const FILE_RECEIVED = 'files received';

export interface FileReceived {
  account: AccountId;
  file: string;
}

/** Hands a film to whoever makes one of it that plays everywhere. */
export async function askForFilm(db: Tx, file: string): Promise<void> {
  const task: FileReceived = { account: await accountSeen(db), file };
  await enqueue(db, FILM_ASKED, task);
}

/** The task that makes films. It has a queue of its own, because photos and documents do not wait behind films. */
export const FILM_ASKED = 'film asked';

/** The task that takes pieces out of the store which nobody needs any more. */
export const PIECES_FREED = 'files freed';

export interface PiecesFreed {
  account: AccountId;
  keys: string[];
}

/** What somebody who sends a file says of it. */
export interface NewFile {
  readonly name: string;
  readonly kind: FileKind;
  readonly taken_at: string | null;
  readonly subject: FileSubject;
  readonly subject_id: string;
}

const tables = { visit: 'visits', job: 'jobs', customer: 'customers', site: 'sites' } as const;

/** The logo is the owner's to choose. */
const NO_OWNER = 'Only an owner can change the logo.';

/** Refuses what somebody may attach nothing to, with the same words as what does not exist. */
export async function checkSubject(
  db: Tx,
  caller: Caller,
  { kind, subject, subject_id }: NewFile,
): Promise<void> {
  if ((kind === 'logo') !== (subject === 'business'))
    throw new Failure('malformed', 'A logo belongs to the business, and nothing else does.');
  if (subject === 'business') {
    if (caller.role !== 'owner') throw new Failure('forbidden', NO_OWNER);
    if (subject_id !== caller.account) throw new Failure('notFound', 'This business doesn’t exist.');
    return;
  }
  const isAllowed =
    caller.role === 'technician'
      ? subject === 'visit' && (await hadVisit(db, caller.user!, subject_id))
      : await isThere(db, tables[subject], subject_id);
  if (!isAllowed) throw new Failure('notFound', `This ${subject} doesn’t exist.`);
}

/** A file that has arrived. Nobody can open it until somebody has looked at what is in it. */
export async function addFile(
  write: Writer,
  { id, bytes, subject, subject_id, ...told }: NewFile & { id: string; bytes: number },
): Promise<FileRecord> {
  const nowhere = { visit_id: null, job_id: null, customer_id: null, site_id: null };
  const [file] = await write.insert(files, [
    {
      id,
      ...told,
      ...nowhere,
      ...(subject !== 'business' && { [`${subject}_id`]: subject_id }),
      bytes,
      state: 'waiting',
      created_by: write.author.user,
      created_at: write.at.toISOString(),
    },
  ]);
  await lookAt(write.db, id);
  return file!;
}

/** A logo that a business may have: one that was uploaded and looked at. Those that were uploaded beside it are needed no more. */
export async function chooseLogo(write: Writer, logo: string | null): Promise<void> {
  const logos = await listLogos(write.db);
  if (logo !== null && !logos.some(({ id, state }) => id === logo && state === 'ready'))
    throw new Failure('unprocessable', 'This logo isn’t there any more. Choose the picture again.');
  await write.updateAll(
    files,
    logos.filter(({ id }) => id !== logo).map(({ id }) => ({ id, deleted_at: write.at.toISOString() })),
  );
}

/** The picture of a logo, as it was drawn; undefined where it was replaced or is not there any more. */
export async function logoOf(
  { database: { db }, files: storage }: Pick<Deps, 'database' | 'files'>,
  account: AccountId,
  id: string,
): Promise<{ id: string; width: number; height: number; content: Buffer } | undefined> {
  const found = await withAccount(db, account, async (db) => ({
    file: await findFile(db, files, id, null),
    pieces: (await listContents(db, [id])).get(id),
  }));
  const { file, pieces } = found;
  if (file?.kind !== 'logo' || pieces === undefined) return undefined;
  const content = await readContent(storage, account, pieces);
  return { id, width: file.width!, height: file.height!, content };
}

/** Technicians see what was done at the places where they are sent, the others everything. */
async function reachOf(db: Tx, { role, user }: Caller, now: number): Promise<Reach> {
  return role === 'technician' ? ownVisitIds(db, user!, now) : null;
}

export async function filesOf(db: Tx, caller: Caller, now: number, query: FileQuery): Promise<NamedFile[]> {
  if (Object.values(query).every((id) => id === undefined))
    throw new Failure('malformed', 'Give a visit, job, customer or site.');
  const found = await listFiles(db, files, query, await reachOf(db, caller, now));
  return caller.role === 'technician' ? found.map((file) => Object.assign(file, { author: '' })) : found;
}

/** What is attached to a visit and not deleted, whoever asks. */
export function filesOfVisit(db: Tx, visit: string): Promise<NamedFile[]> {
  return listFiles(db, files, { visit }, null);
}

/** One that somebody may see; deleted ones are told of, so that they can be brought back. */
export async function fileOf(db: Tx, caller: Caller, now: number, id: string): Promise<FileRecord> {
  const file = await findFile(db, files, id, await reachOf(db, caller, now));
  if (!file) throw new Failure('notFound');
  return file;
}

/**
 * What is known of a file. Whoever added it is told also when the visit is somebody else's by now: a phone that lost the last answer
 * learns that the file has arrived. To open it is another thing.
 */
export async function knownFile(db: Tx, caller: Caller, now: number, id: string): Promise<FileRecord> {
  const file = await findFile(db, files, id, null);
  const isOwn = file !== undefined && file.created_by !== null && file.created_by === caller.user;
  return isOwn ? file : fileOf(db, caller, now, id);
}

/** It is gone from every list, and comes back by an undo for 30 days. */
export async function deleteFile(write: Writer, caller: Caller, id: string): Promise<FileRecord> {
  const file = await fileOf(write.db, caller, write.at.getTime(), id);
  if (file.kind === 'logo')
    throw new Failure('forbidden', 'Change or remove the logo in the settings of the business.');
  if (caller.role === 'technician' && file.created_by !== caller.user)
    throw new Failure('forbidden', 'Someone else added this file. Ask the office to delete it.');
  return outOfSight(write, file);
}

/** The same, of a file that goes with what it belongs to: whoever may take that back is asked there. */
export async function deleteFileWith(write: Writer, id: string): Promise<void> {
  const file = await findFile(write.db, files, id, null);
  if (file) await outOfSight(write, file);
}

async function outOfSight(write: Writer, file: FileRecord): Promise<FileRecord> {
  if (file.deleted_at !== null) return file;
  return write.update(files, file.id, { deleted_at: write.at.toISOString() });
}

/** What a part of a file is made of, if it can be opened. A film as it was sent is for the office; others see the one made of it. */
export async function openFile(db: Tx, caller: Caller, now: number, id: string, part: Part) {
  const file = await fileOf(db, caller, now, id);
  if (part === 'content' && file.kind === 'video' && caller.role === 'technician')
    throw new Failure('notFound');
  const isOpen = file.state === 'ready' && file.deleted_at === null;
  const pieces = isOpen ? await listPieces(db, id, part) : [];
  if (pieces.length === 0) throw new Failure('notFound');
  return { file, pieces };
}

/** Where the contents of those of these files lie that can be opened, for whoever may see what they belong to. */
export async function contentsOf(db: Tx, ids: readonly string[]): Promise<Map<string, Piece[]>> {
  return listContents(db, ids);
}

/** The pieces of a document that belongs to no row of `files`, such as a report's PDF. The caller checks who may read it. */
export async function partOf(db: Tx, id: string, part: Part): Promise<Piece[]> {
  return listPieces(db, id, part);
}

/** All that is in a file that fits into memory, such as a picture. */
export async function readContent(
  storage: FileStorage,
  account: AccountId,
  pieces: readonly Piece[],
): Promise<Buffer> {
  const to = pieces.reduce((sum, { bytes }) => sum + bytes, 0) - 1;
  return Buffer.concat(await Array.fromAsync(bytesOf(storage, account, pieces, { from: 0, to })));
}

/** Takes parts of a file out of the list, and says which pieces nobody needs then. */
export async function dropParts(db: Tx, file: string, parts: readonly Part[]): Promise<string[]> {
  return deletePieces(db, [file], parts);
}

/** How much room is taken, by what is kept and by what is on its way. */
export async function roomTaken(db: Tx, now: Date) {
  const [kept, waiting] = [await readUsage(db), await readWaiting(db, now)];
  return { files: kept.files, bytes: kept.bytes + waiting.bytes, uploads: waiting.uploads };
}

/** The bytes from one place to another, both included. */
export async function* bytesOf(
  storage: FileStorage,
  account: AccountId,
  pieces: readonly Piece[],
  { from, to }: { from: number; to: number },
): AsyncGenerator<Uint8Array> {
  for (const { start, bytes, key } of pieces) {
    if (start + bytes <= from || start > to) continue;
    const piece = await storage.get(account, key);
    if (!piece) throw new Error(`A piece of a file is missing: ${key}`);
    yield piece.subarray(Math.max(0, from - start), to - start + 1);
  }
}

/** Puts a part of a file into the store. It is written down by whoever commits that it is needed. */
export async function storePart(
  storage: FileStorage,
  account: AccountId,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<Piece[]> {
  const stored: Piece[] = [];
  let start = 0;
  try {
    for await (const piece of piecesOf(content instanceof Uint8Array ? oneChunk(content) : content)) {
      const key = randomUUID();
      await storage.put(account, key, piece);
      stored.push({ start, bytes: piece.length, key });
      start += piece.length;
    }
  } catch (error) {
    // Half of it is of no use to anybody.
    for (const { key } of stored) await storage.remove(account, key);
    throw error;
  }
  return stored;
}

async function* oneChunk(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

export async function writePieces(db: Tx, file: string, part: Part, pieces: readonly Piece[]): Promise<void> {
  for (const piece of pieces) await insertPiece(db, file, part, piece);
}

/** Takes away what was deleted, or refused, before a moment, and what was received of these uploads. */
export async function forgetFiles(
  db: Tx,
  account: AccountId,
  uploads: readonly string[],
  before: Date,
): Promise<void> {
  await forgetContents(db, account, uploads, ['received']);
  await forgetContents(db, account, await giveUpOld(db, before));
}

/** Takes away what is in files, whatever they are called from now on. A task empties the store, and is tried until it has. */
export async function forgetContents(
  db: Tx,
  account: AccountId,
  ids: readonly string[],
  parts?: readonly Part[],
): Promise<void> {
  const keys = await deletePieces(db, ids, parts);
  const task: PiecesFreed = { account, keys };
  if (keys.length > 0) await enqueue(db, PIECES_FREED, task);
}

/** A file, whoever may see it. */
export async function findAny(db: Tx, id: string): Promise<FileRecord | undefined> {
  return findFile(db, files, id, null);
}

/** Whether there is or was a file with that id: another cannot have it. */
export async function isFile(db: Tx, id: string): Promise<boolean> {
  return (await findFile(db, files, id, null)) !== undefined;
}

/** Which of these pieces belong to a file or to an upload. */
export async function isKnown(db: Tx, keys: readonly string[]): Promise<Set<string>> {
  return knownKeys(db, keys);
}
