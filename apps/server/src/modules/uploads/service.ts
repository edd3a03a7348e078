import { randomUUID } from 'node:crypto';
import { fileKinds, fileName, fileSubjects } from '@muster/domain/files/rules';
import type { AccountId } from '@muster/domain/values/ids';
import type { Command } from '../../platform/changes/command.ts';
import { runCommand } from '../../platform/changes/command.ts';
import { withAccount } from '../../platform/db/account.ts';
import type { Db, Tx } from '../../platform/db/executor.ts';
import { piecesOf } from '../../platform/files/pieces.ts';
import type { FileStorage } from '../../platform/files/storage.ts';
import { Failure } from '../../platform/http/errors.ts';
import type { Caller } from '../../platform/sign-in/access.ts';
import {
  addFile,
  checkSubject,
  forgetContents,
  isFile,
  type NewFile,
  roomTaken,
  writePieces,
} from '../files/service.ts';
import {
  advance,
  deleteAbout,
  deleteUpload,
  findUpload,
  insertUpload,
  lockRoom,
  type Upload,
} from './store.ts';

const HOUR_MS = 3_600_000;
/** A phone that finds no reception for a whole day begins again. */
const KEPT_HOURS = 24;
/** More than a crew sends on a busy day, and few enough that nobody takes all the room with beginnings. */
const MOST_UPLOADS = 500;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface Limits {
  readonly largest: number;
  readonly quota: number;
}

/** What somebody says before they send the first byte; the id is theirs, so that beginning twice begins once. */
export async function beginUpload(
  db: Tx,
  caller: Caller,
  { length, told, limits, now }: { length: number; told: Map<string, string>; limits: Limits; now: Date },
): Promise<Upload> {
  const { id, file } = readTold(told);
  if (length > limits.largest) throw new Failure('tooLarge', tooLarge('The file', limits.largest));
  await lockRoom(db, caller.account);
  const known = await findUpload(db, id);
  if (known && !isRepetition(known, caller, length, file)) throw other();
  if (known && known.expires_at > now) return known;
  // It was given up, or has become a file long ago.
  if (known) await forgetUpload(db, caller.account, id);
  if (await isFile(db, id)) throw other();
  await checkSubject(db, caller, file);
  const { bytes, uploads } = await roomTaken(db, now);
  if (uploads >= MOST_UPLOADS)
    throw new Failure('tooMany', 'Too many files are on their way. Send these first.', {
      retryAfterSeconds: 60,
    });
  if (bytes + length > limits.quota)
    throw new Failure('tooLarge', tooLarge('All files of the business together', limits.quota));
  const expires_at = expiryAt(now);
  const upload = { id, user_id: caller.user, api_key_id: caller.apiKey, length, file, expires_at };
  await insertUpload(db, upload, now);
  return { ...upload, received: 0 };
}

/** Each piece that arrives gives it as long again. */
function expiryAt(now: Date): Date {
  return new Date(now.getTime() + KEPT_HOURS * HOUR_MS);
}

function tooLarge(what: string, bytes: number): string {
  return `${what} may have ${Math.floor(bytes / 1_000_000).toLocaleString('en-AU')} MB.`;
}

function isRepetition(known: Upload, caller: Caller, length: number, file: NewFile): boolean {
  return (
    known.user_id === caller.user &&
    known.api_key_id === caller.apiKey &&
    known.length === length &&
    Object.entries(file).every(([name, value]) => Reflect.get(known.file, name) === value)
  );
}

function other(): Failure {
  return new Failure('conflict', 'There is another upload, or a file already, with that id.');
}

function readTold(told: Map<string, string>): { id: string; file: NewFile } {
  const [subject, subject_id, taken_at] = ['subject', 'subject_id', 'taken_at'].map((name) => told.get(name));
  const id = told.get('id') ?? randomUUID();
  const kind = told.get('kind') ?? 'document';
  const moment = taken_at === undefined ? null : new Date(taken_at);
  const found = {
    subject: fileSubjects.find((known) => known === subject),
    kind: fileKinds.find((known) => known === kind),
  };
  if (!UUID.test(id)) throw wrong('id', 'a UUID in small letters');
  if (!found.subject) throw wrong('subject', `one of ${fileSubjects.join(', ')}`);
  if (!found.kind) throw wrong('kind', `one of ${fileKinds.join(', ')}`);
  if (subject_id === undefined || !UUID.test(subject_id)) throw wrong('subject_id', 'the id of the subject');
  if (moment && Number.isNaN(moment.getTime())) throw wrong('taken_at', 'a moment');
  const name = fileName(told.get('name') ?? told.get('filename') ?? '');
  const file = { name, kind: found.kind, subject: found.subject, subject_id };
  return { id, file: { ...file, taken_at: moment?.toISOString() ?? null } };
}

function wrong(name: string, what: string): Failure {
  return new Failure('malformed', `Upload-Metadata has to have ${name}: ${what}.`);
}

/** Whose it is not does not find it. */
export async function uploadOf(db: Tx, caller: Caller, id: string, now: Date): Promise<Upload> {
  const upload = await findUpload(db, id);
  const isOwn = upload?.user_id === caller.user && upload.api_key_id === caller.apiKey;
  if (!upload || !isOwn || upload.expires_at <= now) throw new Failure('notFound');
  return upload;
}

/** Gives the room back, and takes away what was received. */
export async function endUpload(db: Tx, caller: Caller, id: string, now: Date): Promise<void> {
  const { received, length } = await uploadOf(db, caller, id, now);
  if (received === length) throw new Failure('conflict', 'It has arrived already. Delete the file instead.');
  await forgetUpload(db, caller.account, id);
}

async function forgetUpload(db: Tx, account: AccountId, id: string): Promise<void> {
  await deleteUpload(db, id);
  await forgetContents(db, account, [id], ['received']);
}

/**
 * Stores what arrives, piece by piece, and returns where the next one begins. Nothing is locked meanwhile: each piece is stored under
 * a name of its own, and only one that goes on where the last one ended is written down.
 */
export async function receive(
  { db, storage, now }: { db: Db; storage: FileStorage; now: () => Date },
  caller: Caller,
  { id, offset, body }: { id: string; offset: number; body: AsyncIterable<Uint8Array> },
): Promise<number> {
  const { account } = caller;
  const upload = await withAccount(db, account, (db) => uploadOf(db, caller, id, now()));
  if (upload.received !== offset) throw elsewhere(upload.received);
  let at = offset;
  for await (const piece of piecesOf(body)) {
    if (at + piece.length > upload.length) throw new Failure('tooLarge', 'There is more than was announced.');
    const key = randomUUID();
    await storage.put(account, key, piece);
    const stored = { start: at, bytes: piece.length, key };
    /** Only where that is certain: a commit whose answer was lost may have kept it, and the sweep finds what nobody kept. */
    let isNeedless = true;
    const keep = async (db: Tx) => {
      if (!(await advance(db, id, { ...stored, expires_at: expiryAt(now()) }))) throw elsewhere();
      isNeedless = false;
      await writePieces(db, id, 'received', [stored]);
    };
    at += piece.length;
    try {
      if (at < upload.length) await withAccount(db, account, keep);
      else await becomeFile(db, caller, upload, keep, now());
    } finally {
      if (isNeedless) await storage.remove(account, key);
    }
  }
  return at;
}

/** With the last piece, in one transaction: there is never a whole upload without its file. */
async function becomeFile(
  db: Db,
  caller: Caller,
  upload: Upload,
  keep: (db: Tx) => Promise<void>,
  at: Date,
): Promise<void> {
  const { account, user, apiKey, role } = caller;
  const { id, length, file } = upload;
  const command: Command = {
    account,
    id,
    kind: 'file added',
    body: file,
    author: { user, apiKey, role },
    at,
  };
  await runCommand(db, command, async (write) => {
    await keep(write.db);
    return addFile(write, account, { ...(file as NewFile), id, bytes: length });
  });
}

function elsewhere(received?: number): Failure {
  const where = received === undefined ? '' : ` It has ${received} bytes.`;
  return new Failure('conflict', `Somebody else has sent that part already.${where}`);
}

/** Nothing arrives any more for what is being erased. */
export async function forgetUploadsAbout(
  db: Tx,
  account: AccountId,
  subjects: readonly string[],
): Promise<void> {
  await forgetContents(db, account, await deleteAbout(db, subjects), ['received']);
}
