import { randomUUID } from 'node:crypto';
import type { FileType } from '@muster/domain/field/files/rules';
import {
  extensionOf,
  fileTypes,
  isTaken,
  LARGEST_LOGO,
  LARGEST_PHOTO,
  LOGO_TOO_LARGE,
  WRONG_LOGO,
  WRONG_TYPE,
} from '@muster/domain/field/files/rules';
import type { FileRecord } from '@muster/domain/field/files/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { runCommand } from '../../../platform/changes/command.ts';
import type { Writer } from '../../../platform/changes/tracked.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Deps } from '../../../platform/deps.ts';
import { emptied, tellingIn } from '../../../platform/files/films.ts';
import { drawLogo, type Picture, redraw } from '../../../platform/files/pictures.ts';
import type { FileStorage } from '../../../platform/files/storage.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import { addFilm } from '../films/service.ts';
import type { FileReceived, PiecesFreed } from './service.ts';
import {
  bytesOf,
  FILE_RECEIVED,
  files,
  PIECES_FREED,
  readContent,
  storePart,
  writePieces,
} from './service.ts';
import type { Piece } from './store.ts';
import { deletePieces, findFile, keepReceived, listPieces } from './store.ts';

/** Nobody in particular: Muster itself. */
const author = { user: null, apiKey: null, role: 'dispatcher' } as const;

/** What became of what was received. */
type Verdict =
  | {
      readonly fields: Partial<FileRecord>;
      readonly content: readonly Piece[];
      readonly thumbnail: readonly Piece[];
      /** The keys of what was stored for it. */
      readonly made: readonly string[];
    }
  | { readonly fields: Partial<FileRecord>; readonly content?: 'as received' };

/** Looks at what was received: what it really is, and, of a picture, that it tells nothing but what is to be seen. */
export function fileTasks({ database: { db }, files: storage, now }: Deps): Readonly<Record<string, Task>> {
  const look: Task = async (payload) => {
    const { account, file: id } = payload as FileReceived;
    const found = await withAccount(db, account, async (db) => ({
      file: await findFile(db, files, id, null),
      pieces: await listPieces(db, id, 'received'),
    }));
    // Erased, or done by a run before this one; or deleted: whoever brings it back has it looked at.
    if (found.file?.state !== 'waiting' || found.file.deleted_at !== null) return;
    const verdict = await judge(storage, account, found.file, found.pieces);
    const command = { account, id: randomUUID(), kind: 'file checked' as const, body: id, author };
    // It has arrived, whoever pays.
    const asked = { ...command, at: new Date(now()), whenReadOnly: true };
    const { answer: needless } = await runCommand(db, asked, (write) => settle(write, id, verdict));
    for (const key of needless) await storage.remove(account, key);
  };
  const free: Task = async (payload) => {
    const { account, keys } = payload as PiecesFreed;
    for (const key of keys) await storage.remove(account, key);
  };
  return {
    [FILE_RECEIVED]: look,
    [PIECES_FREED]: free,
    // What was handed over before files had a queue of their own.
    'file received': look,
    'pieces freed': free,
  };
}

async function judge(
  storage: FileStorage,
  account: AccountId,
  file: FileRecord,
  pieces: readonly Piece[],
): Promise<Verdict> {
  if (!(await isWhole(storage, account, pieces, file.bytes)))
    return refused('This file was lost on the way. Add it again.');
  const type = sniff(await firstBytes(storage, account, pieces), file.name);
  if (file.kind === 'logo') return judgeLogo(storage, account, file, pieces, type);
  if (type === undefined) return refused(WRONG_TYPE);
  if (fileTypes[type].kind === 'photo') return judgePicture(storage, account, file, pieces, type);
  if (file.kind === 'signature') return refused('A signature must be a picture.');
  const { kind } = fileTypes[type];
  const taken_at = isTaken(kind) ? file.taken_at : null;
  const fields = { type, kind, taken_at, state: 'ready' } as const;
  return kind === 'video'
    ? { fields, ...(await withoutPosition(storage, account, pieces)) }
    : { fields, content: 'as received' };
}

/** A film as it was received, but for the pieces that tell of more than is to be seen. */
async function withoutPosition(
  storage: FileStorage,
  account: AccountId,
  pieces: readonly Piece[],
): Promise<Pick<Exclude<Verdict, { content?: 'as received' }>, 'content' | 'thumbnail' | 'made'>> {
  let last: { key: string; bytes: Buffer } | undefined;
  const contentOf = async (piece: Piece): Promise<Buffer> => {
    if (last?.key !== piece.key)
      last = { key: piece.key, bytes: await readContent(storage, account, [{ ...piece, start: 0 }]) };
    return last.bytes;
  };
  const read = async (from: number, to: number): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for (const piece of pieces)
      if (piece.start < to && piece.start + piece.bytes > from)
        parts.push((await contentOf(piece)).subarray(Math.max(0, from - piece.start), to - piece.start));
    return Buffer.concat(parts);
  };
  const stretches = await tellingIn(
    read,
    pieces.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  const content: Piece[] = [];
  const made: string[] = [];
  for (const piece of pieces) {
    const isTouched = stretches.some(
      ({ typeAt, to }) => typeAt < piece.start + piece.bytes && to > piece.start,
    );
    if (!isTouched) {
      content.push(piece);
      continue;
    }
    const key = randomUUID();
    await storage.put(account, key, emptied(await contentOf(piece), piece.start, stretches));
    made.push(key);
    content.push({ ...piece, key });
  }
  return { content, thumbnail: [], made };
}

/** Whether all of it lies in the store. A store that is away throws; one that answers and has no such piece will never have it. */
async function isWhole(
  storage: FileStorage,
  account: AccountId,
  pieces: readonly Piece[],
  bytes: number,
): Promise<boolean> {
  if (pieces.reduce((sum, piece) => sum + piece.bytes, 0) !== bytes) return false;
  for (const { key } of pieces) if (!(await storage.has(account, key))) return false;
  return true;
}

async function judgePicture(
  storage: FileStorage,
  account: AccountId,
  file: FileRecord,
  pieces: readonly Piece[],
  type: FileType,
): Promise<Verdict> {
  if (file.bytes > LARGEST_PHOTO) return refused('This picture is larger than 30 MB. Choose a smaller one.');
  const picture = await redraw(await readContent(storage, account, pieces));
  if (!picture) return refused('This picture can’t be read: it’s damaged, or larger than 100 megapixels.');
  const kind = file.kind === 'signature' ? 'signature' : 'photo';
  return kept(storage, account, picture, { type, kind });
}

/** Smaller ones are a blur on paper. */
const LEAST_LOGO = 64;

async function judgeLogo(
  storage: FileStorage,
  account: AccountId,
  { bytes }: FileRecord,
  pieces: readonly Piece[],
  type: FileType | undefined,
): Promise<Verdict> {
  if (type === undefined || fileTypes[type].kind !== 'photo') return refused(WRONG_LOGO);
  if (bytes > LARGEST_LOGO) return refused(LOGO_TOO_LARGE);
  const picture = await drawLogo(await readContent(storage, account, pieces));
  if (!picture) return refused('This picture can’t be read, or there’s nothing to see in it.');
  if (Math.max(picture.width, picture.height) < LEAST_LOGO)
    return refused(
      `This picture is only ${picture.width} × ${picture.height} pixels, too small to print. Choose a larger one.`,
    );
  return kept(storage, account, picture, { type: 'image/png', kind: 'logo' });
}

/** What was drawn anew is kept in the place of what was received. */
async function kept(
  storage: FileStorage,
  account: AccountId,
  picture: Picture,
  as: Pick<FileRecord, 'type' | 'kind'>,
): Promise<Verdict> {
  const { width, height } = picture;
  const content = await storePart(storage, account, picture.content);
  const thumbnail = await storePart(storage, account, picture.thumbnail);
  return {
    fields: { ...as, state: 'ready', bytes: picture.content.length, width, height },
    content,
    thumbnail,
    made: [...content, ...thumbnail].map(({ key }) => key),
  };
}

/** What is refused lies where it was received, which nobody can open, until its time is over: whoever sent it may have no other. */
function refused(refusal: string): Verdict {
  return { fields: { state: 'refused', refusal } };
}

/** Writes the verdict down, and returns the keys of what nobody needs any more. */
async function settle(write: Writer, id: string, verdict: Verdict): Promise<readonly string[]> {
  const { db } = write;
  const file = await findFile(db, files, id, null);
  if (file?.state !== 'waiting') return newKeys(verdict);
  await write.update(files, id, verdict.fields);
  if (verdict.fields.kind === 'video') await addFilm(write, id);
  if (verdict.content === 'as received') await keepReceived(db, id);
  if (!('thumbnail' in verdict)) return [];
  const needless = await deletePieces(db, [id]);
  await writePieces(db, id, 'content', verdict.content);
  await writePieces(db, id, 'thumbnail', verdict.thumbnail);
  const kept = new Set(verdict.content.map(({ key }) => key));
  return needless.filter((key) => !kept.has(key));
}

/** Of a second run at the same moment. */
function newKeys(verdict: Verdict): readonly string[] {
  return 'thumbnail' in verdict ? verdict.made : [];
}

async function firstBytes(storage: FileStorage, account: AccountId, pieces: readonly Piece[]) {
  const parts = await Array.fromAsync(bytesOf(storage, account, pieces, { from: 0, to: SNIFFED - 1 }));
  return Buffer.concat(parts);
}

/** How many bytes of the beginning are looked at. */
const SNIFFED = 4_096;

const ZIPPED: readonly FileType[] = [
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];
const TEXTS: readonly FileType[] = ['text/csv', 'text/plain'];

/**
 * What a file is by its first bytes, or undefined for anything that is not kept. The name only decides between kinds that begin alike:
 * a program under the name of a picture is a program.
 */
function sniff(head: Uint8Array, name: string): FileType | undefined {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (textAt(head, 0, 4) === 'RIFF' && textAt(head, 8, 12) === 'WEBP') return 'image/webp';
  if (textAt(head, 0, 5) === '%PDF-') return 'application/pdf';
  if (textAt(head, 4, 8) === 'ftyp') return film(textAt(head, 8, 12));
  if (startsWith(head, [0x1a, 0x45, 0xdf, 0xa3]) && latin(head).includes('webm')) return 'video/webm';
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04])) return named(name, ZIPPED);
  return isText(head) ? named(name, TEXTS) : undefined;
}

/** Pictures of newer phones come in the same wrapping as films. */
function film(brand: string): FileType | undefined {
  if (/^(heic|heix|hevc|mif1|msf1|avif|avis)/.test(brand)) return undefined;
  return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4';
}

function named(name: string, types: readonly FileType[]): FileType | undefined {
  const extension = extensionOf(name);
  return types.find((type) => (fileTypes[type].extensions as readonly string[]).includes(extension));
}

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => head[at] === byte);
}

function textAt(head: Uint8Array, from: number, to: number): string {
  return latin(head.subarray(from, to));
}

function latin(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** UTF-8 without control characters; the last letter may be cut. */
function isText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !Array.from(text).some((letter) => letter < ' ' && !'\t\r\n'.includes(letter));
  } catch {
    return false;
  }
}
