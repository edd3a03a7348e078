import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { isOutOfRoom } from './away.ts';
import type { Db } from './executor.ts';

declare module './executor.ts' {
  interface Tables {
    write_probe: { payload: Buffer };
  }
}

export interface WriteProbe {
  /** Takes every error of a statement. */
  report(error: unknown): void;
  /** Whether the database accepts writes, as far as is known. */
  pass(db: Db): Promise<boolean>;
}

/** More than fits into the free space of a table's last pages, so that it needs new ones. */
const PROBE_BYTES = 262_144;

/**
 * Remembers that a statement failed because the disk is full, and from then on tries a write whenever it is asked, until one succeeds.
 * Before that it writes nothing.
 */
export function createWriteProbe(): WriteProbe {
  let isFailing = false;
  return {
    report(error) {
      isFailing ||= isOutOfRoom(error);
    },
    async pass(db) {
      if (!isFailing) return true;
      try {
        await write(db);
        isFailing = false;
      } catch (error) {
        if (!isOutOfRoom(error)) throw error;
      }
      return !isFailing;
    },
  };
}

/** Commits the row, because a full disk may only show at the commit, and deletes it at once. */
async function write(db: Db): Promise<void> {
  await db
    .insertInto('write_probe')
    .values({ payload: randomBytes(PROBE_BYTES) })
    .execute();
  await sql`delete from write_probe`.execute(db);
}
