import { sql } from 'kysely';
import type { Db } from './db/executor.ts';
import { tooMany } from './rate-limit.ts';

/** How long something has to rest after each time, for a key. */
export interface Cooldown {
  /** Part of the key in the database: cooldowns of one name share their rest. */
  name: string;
  seconds: number;
}

/**
 * Begins the rest, or throws `tooMany` with what is left of it. It is counted from the last time and not by the clock on
 * the wall, so that a page which counts it down is right. Kept beside the counts of limits, as a window without a start.
 */
export async function rest(db: Db, { name, seconds }: Cooldown, key: string, at: number): Promise<void> {
  const now = new Date(at);
  const { rows } = await sql<{ is_resting: boolean; expires_at: Date }>`
    insert into rate_limits as r (key, window_start, used, expires_at)
    values (${`${name} ${key}`}, 'epoch', 0, ${new Date(at + seconds * 1000)}::timestamptz)
    on conflict (key, window_start) do update set
      used = (r.expires_at > ${now}::timestamptz)::int,
      expires_at = case when r.expires_at > ${now}::timestamptz then r.expires_at else excluded.expires_at end
    returning used > 0 as is_resting, expires_at`.execute(db);
  const { is_resting, expires_at } = rows[0]!;
  if (is_resting) throw tooMany(Math.max(1, Math.ceil((expires_at.getTime() - at) / 1000)));
}
