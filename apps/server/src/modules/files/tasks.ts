import { randomUUID } from 'node:crypto';
import { LARGEST_PHOTO, fileTypes, type FileType, isTaken, WRONG_TYPE } from '@muster/domain/files/rules';
import type { FileRecord } from '@muster/domain/files/schema';
import { SNIFFED, sniff } from '../../platform/files/sniff.ts';
import type { AccountId } from '@muster/domain/values/ids';
import { runCommand } from '../../platform/changes/command.ts';
import type { Writer } from '../../platform/changes/tracked.ts';
import { withAccount } from '../../platform/db/account.ts';
import type { Deps } from '../../platform/deps.ts';
import { redraw } from '../../platform/files/pictures.ts';
import type { FileStorage } from '../../platform/files/storage.ts';
import type { Task } from '../../platform/tasks/queue.ts';
import {
  bytesOf,
  FILE_RECEIVED,
  type FileReceived,
  files,
  PIECES_FREED,
  type PiecesFreed,
  readContent,
  storePart,
  writePieces,
} from './service.ts';
import { deletePieces, findFile, keepReceived, listPieces, type Piece } from './store.ts';

/** Nobody in particular: Muster itself. */
const author = { user: null, apiKey: null, role: 'dispatcher' } as const;

/** What became of what was received. */
type Verdict =
  | {
      readonly fields: Partial<FileRecord>;
      readonly content: readonly Piece[];
      readonly thumbnail: readonly Piece[];
    }
  | { readonly fields: Partial<FileRecord>; readonly content?: 'as received' };

/** Looks at what was received: what it really is, and, of a picture, that it tells nothing but what is to be seen. */
export function fileTasks({ database: { db }, files: storage, now }: Deps): Readonly<Record<string, Task>> {
  return {
    [FILE_RECEIVED]: async (payload) => {
      const { account, file: id } = payload as FileReceived;
      const found = await withAccount(db, account, async (db) => ({
        file: await findFile(db, files, id, null),
        pieces: await listPieces(db, id, 'received'),
      }));
      // Erased, or done by a run before this one.
      if (found.file?.state !== 'waiting') return;
      const verdict = await judge(storage, account, found.file, found.pieces);
      const command = { account, id: randomUUID(), kind: 'file checked', body: id, author };
      const { answer: needless } = await runCommand(db, { ...command, at: new Date(now()) }, (write) =>
        settle(write, id, verdict),
      );
      for (const key of needless) await storage.remove(account, key);
    },
    [PIECES_FREED]: async (payload) => {
      const { account, keys } = payload as PiecesFreed;
      for (const key of keys) await storage.remove(account, key);
    },
  };
}

async function judge(
  storage: FileStorage,
  account: AccountId,
  file: FileRecord,
  pieces: readonly Piece[],
): Promise<Verdict> {
  const type = sniff(await firstBytes(storage, account, pieces), file.name);
  if (type === undefined) return refused(WRONG_TYPE);
  if (fileTypes[type].kind === 'photo') return judgePicture(storage, account, file, pieces, type);
  if (file.kind === 'signature') return refused('A signature has to be a picture.');
  const { kind } = fileTypes[type];
  const taken_at = isTaken(kind) ? file.taken_at : null;
  return { fields: { type, kind, taken_at, state: 'ready' }, content: 'as received' };
}

async function judgePicture(
  storage: FileStorage,
  account: AccountId,
  file: FileRecord,
  pieces: readonly Piece[],
  type: FileType,
): Promise<Verdict> {
  if (file.bytes > LARGEST_PHOTO) return refused('The picture is larger than 30 MB.');
  const picture = await redraw(await readContent(storage, account, pieces));
  if (!picture) return refused('The picture is broken, or has more than 100 million points.');
  const { content, thumbnail, width, height } = picture;
  return {
    fields: {
      type,
      kind: file.kind === 'signature' ? 'signature' : 'photo',
      state: 'ready',
      bytes: content.length,
      width,
      height,
    },
    content: await storePart(storage, account, content),
    thumbnail: await storePart(storage, account, thumbnail),
  };
}

/** What is refused lies where it was received, which nobody can open, until its time is over: whoever sent it may have no other. */
function refused(refusal: string): Verdict {
  return { fields: { state: 'refused', refusal } };
}

/** Writes the verdict down, and returns the keys of what nobody needs any more. */
async function settle(write: Writer, id: string, verdict: Verdict): Promise<string[]> {
  const { db } = write;
  const file = await findFile(db, files, id, null);
  if (file?.state !== 'waiting') return newKeys(verdict);
  await write.update(files, id, verdict.fields);
  if (verdict.content === 'as received') await keepReceived(db, id);
  if (!('thumbnail' in verdict)) return [];
  const needless = await deletePieces(db, [id]);
  await writePieces(db, id, 'content', verdict.content);
  await writePieces(db, id, 'thumbnail', verdict.thumbnail);
  return needless;
}

/** Of a second run at the same moment. */
function newKeys(verdict: Verdict): string[] {
  return 'thumbnail' in verdict ? [...verdict.content, ...verdict.thumbnail].map(({ key }) => key) : [];
}

async function firstBytes(storage: FileStorage, account: AccountId, pieces: readonly Piece[]) {
  const parts = await Array.fromAsync(bytesOf(storage, account, pieces, { from: 0, to: SNIFFED - 1 }));
  return Buffer.concat(parts);
}
