import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStorage } from './storage.ts';

const SHELF = 2;
const UNFINISHED = '.unfinished';

/** Pieces in a folder: `account/ab/abcdef…`, so that no folder grows too large. */
export function folderStorage(folder: string): FileStorage {
  const shelfOf = (account: string, key: string) => join(folder, account, key.slice(0, SHELF));

  return {
    async put(account, key, piece) {
      const shelf = shelfOf(account, key);
      await mkdir(shelf, { recursive: true });
      const unfinished = join(shelf, `${key}${UNFINISHED}`);
      const file = await open(unfinished, 'w', 0o600);
      try {
        await file.writeFile(piece);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, join(shelf, key));
      await syncFolder(shelf);
    },
    async get(account, key) {
      try {
        return await readFile(join(shelfOf(account, key), key));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async remove(account, key) {
      await rm(join(shelfOf(account, key), key), { force: true });
    },
    async *list() {
      for (const account of await namesIn(folder))
        for (const shelf of await namesIn(join(folder, account)))
          for await (const { name: key } of await opendir(join(folder, account, shelf))) {
            const found = await stat(join(folder, account, shelf, key)).catch(() => undefined);
            if (found) yield { account, key, storedAt: found.mtime };
          }
    },
  };
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
