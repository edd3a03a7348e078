import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** A site as a paper names it, and a moment as the day that it was where the business is. */
export async function readPlaceAndDay(
  db: Tx,
  { site, moment }: { site: string | null; moment: string | null },
): Promise<{ place: string; day: string | null }> {
  const { rows } = await sql<{ place: string; day: string | null }>`
    select coalesce((select concat_ws(', ', nullif(s.address, ''), nullif(concat_ws(' ', nullif(s.suburb, ''), nullif(s.region, ''), nullif(s.postcode, '')), ''))
                       from sites s where s.id = ${site}), '') as place,
           (${moment}::timestamptz at time zone zone)::date::text as day
      from accounts where id = current_account()`.execute(db);
  return rows[0]!;
}
