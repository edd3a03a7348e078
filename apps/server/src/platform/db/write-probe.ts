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
  /** Told of every error of a statement. */
  report(error: unknown): void;
  /** Whether the database takes what is written, as far as anybody can tell. */
  pass(db: Db): Promise<boolean>;
}

/** More than fits into the room that is left over in a table's last pages. */
const PROBE_BYTES = 262_144;

/**
 * Remembers that a statement failed for want of room, and from then on tries a write whenever it is asked, until one passes. Nobody is
 * bothered before that: a disk that is not full needs no proof of it.
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

/** Committed, because some of what a write needs is only asked for then; and cleared at once. */
async function write(db: Db): Promise<void> {
  await db
    .insertInto('write_probe')
    .values({ payload: randomBytes(PROBE_BYTES) })
    .execute();
  await sql`delete from write_probe`.execute(db);
}
