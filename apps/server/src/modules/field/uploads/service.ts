import { HOUR_MS } from '@muster/domain/values/minutes';
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { fileKinds, fileName, fileSubjects } from '@muster/domain/field/files/rules';
import type { AccountId } from '@muster/domain/values/ids';
import { isId } from '@muster/domain/values/ids';
import type { Command } from '../../../platform/changes/command.ts';
import { runCommand } from '../../../platform/changes/command.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import type { FileStorage } from '../../../platform/files/storage.ts';
import { piecesOf } from '../../../platform/files/storage.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { Caller } from '../../../platform/sign-in/access.ts';
import type { Writer } from '../../../platform/changes/tracked.ts';
import type { NewFile, Piece } from '../files/service.ts';
import { addFile, checkSubject, forgetContents, isFile, roomTaken, writePieces } from '../files/service.ts';
import type { Upload } from './store.ts';
import { advance, deleteAbout, deleteUpload, findUpload, insertUpload, lockRoom } from './store.ts';

/** A phone that finds no reception for a whole day begins again. */
const KEPT_HOURS = 24;
/** More than a crew sends on a busy day, and few enough that nobody takes all the room with beginnings. */
const MOST_UPLOADS = 500;

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
  if (length > limits.largest) throw new Failure('tooLarge', tooLarge('A file', limits.largest));
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
    throw new Failure('tooMany', 'Too many files are uploading. Wait until some are done.', {
      retryAfterSeconds: 60,
    });
  if (bytes + length > limits.quota)
    throw new Failure('tooLarge', tooLarge('Your business’s files together', limits.quota));
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
  return `${what} can be up to ${Math.floor(bytes / 1_000_000).toLocaleString('en-AU')} MB.`;
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
  return new Failure('conflict', 'Another upload or file already has that id.');
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
  if (!isId(id)) throw wrong('id', 'a UUID in lower case');
  if (!found.subject) throw wrong('subject', `one of ${fileSubjects.join(', ')}`);
  if (!found.kind) throw wrong('kind', `one of ${fileKinds.join(', ')}`);
  if (subject_id === undefined || !isId(subject_id)) throw wrong('subject_id', 'the id of the subject');
  if (moment && !isOfCamera(moment)) throw wrong('taken_at', 'a date and time');
  const name = fileName(told.get('name') ?? told.get('filename') ?? '');
  const file = { name, kind: found.kind, subject: found.subject, subject_id };
  return { id, file: { ...file, taken_at: moment?.toISOString() ?? null } };
}

/** There were no such files before, and what a database cannot hold is said before anything is sent. */
function isOfCamera(moment: Date): boolean {
  const year = moment.getUTCFullYear();
  return year >= 1970 && year < 3000;
}

function wrong(name: string, what: string): Failure {
  return new Failure('malformed', `Upload-Metadata needs ${name}: ${what}.`);
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
  if (received === length) throw new Failure('conflict', 'This file has already arrived. Delete it instead.');
  await forgetUpload(db, caller.account, id);
}

async function forgetUpload(db: Tx, account: AccountId, id: string): Promise<void> {
  await deleteUpload(db, id);
  await forgetContents(db, account, [id], ['received']);
}

/** Each part is a row and a file of its own, however little is in it. */
const LEAST_PART = 16_000;

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
  for await (const piece of piecesOf(body, LEAST_PART)) {
    if (at + piece.length > upload.length)
      throw new Failure('tooLarge', 'The file is larger than Upload-Length says.');
    if (at + piece.length - offset < LEAST_PART && at + piece.length < upload.length)
      throw new Failure('unprocessable', 'Send at least 16 KB at once, unless it’s the end of the file.');
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
    whenReadOnly: true,
  };
  await runCommand(db, command, async (write) => {
    await keep(write.db);
    return addFile(write, { ...(file as NewFile), id, bytes: length });
  });
}

/** A file that has arrived in one piece, from somebody who has no upload: it takes room as any other. */
export async function addWhole(
  write: Writer,
  account: AccountId,
  { FILES_QUOTA_GB }: { readonly FILES_QUOTA_GB: number },
  { pieces, ...file }: NewFile & { id: string; bytes: number; pieces: readonly Piece[] },
): Promise<void> {
  await lockRoom(write.db, account);
  const { bytes } = await roomTaken(write.db, write.at);
  if (bytes + file.bytes > FILES_QUOTA_GB * GIGABYTE)
    throw new Failure(
      'unprocessable',
      'There’s no room for photos right now. Send your words alone, or call us.',
    );
  await writePieces(write.db, file.id, 'received', pieces);
  await addFile(write, file);
}

const GIGABYTE = 1_000_000_000;

function elsewhere(received?: number): Failure {
  const where = received === undefined ? '' : ` ${received} bytes have arrived.`;
  return new Failure('conflict', `That part has already arrived.${where}`);
}

/** Nothing arrives any more for what is being erased. */
export async function forgetUploadsAbout(
  db: Tx,
  account: AccountId,
  subjects: readonly string[],
): Promise<void> {
  await forgetContents(db, account, await deleteAbout(db, subjects), ['received']);
}

/** Each holds a piece of a few megabytes in memory. */
const MOST = 32;
const MOST_OF_ONE = 12;
const RETRY_SECONDS = 2;

/**
 * How many uploads this process takes in at a time, of one account and of all. Where all places are taken, an account that has fewer
 * gets one of the account that has the most, whose latest upload is sent away. Whoever is loses nothing: they come again, and go on.
 */
export function createRoom() {
  const inside = new Map<string, AbortController[]>();
  let all = 0;

  function leave(account: string, place: AbortController): void {
    const own = inside.get(account) ?? [];
    if (!own.includes(place)) return;
    all -= 1;
    if (own.length === 1) inside.delete(account);
    else inside.set(account, own.toSpliced(own.indexOf(place), 1));
  }

  /** False where nobody has so many more that one could be given away. */
  function makeRoom(own: number): boolean {
    if (all < MOST) return true;
    const [account, places] = [...inside].reduce((one, other) =>
      other[1].length > one[1].length ? other : one,
    );
    if (places.length <= own + 1) return false;
    const last = places.at(-1)!;
    leave(account, last);
    last.abort(crowded());
    return true;
  }

  return {
    async enter<T>(account: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const own = inside.get(account) ?? [];
      if (own.length >= MOST_OF_ONE || !makeRoom(own.length)) throw crowded();
      const place = new AbortController();
      inside.set(account, [...own, place]);
      all += 1;
      try {
        return await work(place.signal);
      } finally {
        leave(account, place);
      }
    },
  };
}

function crowded(): Failure {
  return new Failure('tooMany', 'Too many files are uploading at once. Try again in a moment.', {
    retryAfterSeconds: RETRY_SECONDS,
  });
}

/** A place is for whoever sends: of a line that is slower than this, nothing would arrive before the request ends anyway. */
const LEAST_BYTES_PER_SECOND = 1_000;
const WINDOW_MS = 5_000;

/**
 * What arrives, as long as it arrives: ends for whoever is too slow, and for whoever has to leave. Only the time counts in which we wait
 * for them, and not that in which they wait for us. The rest of the body is left for whoever answers.
 */
export async function* paced(
  body: Readable,
  signal: AbortSignal,
  windowMs: number = WINDOW_MS,
): AsyncGenerator<Uint8Array> {
  const left = Promise.withResolvers<never>();
  // It is heard where somebody waits for it; between two waits nobody does.
  left.promise.catch(() => undefined);
  const leave = () => left.reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  const chunks = body.iterator({ destroyOnReturn: false });
  let next = chunks.next();
  let [waited, arrived] = [0, 0];
  try {
    for (;;) {
      const begun = performance.now();
      const patience = Promise.withResolvers<'slow'>();
      const timer = setTimeout(() => patience.resolve('slow'), windowMs - waited);
      const chunk = await Promise.race([next, left.promise, patience.promise]).finally(() =>
        clearTimeout(timer),
      );
      waited += performance.now() - begun;
      if (chunk !== 'slow') {
        if (chunk.done) return;
        next = chunks.next();
        arrived += (chunk.value as Uint8Array).length;
        yield chunk.value as Uint8Array;
      }
      if (waited >= windowMs) {
        if (arrived < (LEAST_BYTES_PER_SECOND * windowMs) / 1_000)
          throw new Failure(
            'tooSlow',
            'The file arrives too slowly. Find a better connection and try again.',
          );
        [waited, arrived] = [0, 0];
      }
    }
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
