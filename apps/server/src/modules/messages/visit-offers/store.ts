import type { FreeTime } from '@muster/domain/messages/visit-offers/rules';
import { sql } from 'kysely';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    visit_offers: TableOf<'visit_offers'>;
  }
}

/** Who is on a visit, as somebody saw it. */
type SeenCrew = readonly { readonly id: string; readonly version: number }[];

export interface Offer extends FreeTime {
  readonly id: string;
  readonly seen: SeenCrew;
}

/** Those that can be chosen no more go. */
export async function putOffers(
  db: Tx,
  visit: string,
  offers: readonly Offer[],
  { at, since }: { at: Date; since: Date },
): Promise<void> {
  await sql`delete from visit_offers where visit_id = ${visit} and made_at < ${since}`.execute(db);
  const rows = offers.map((offer) =>
    Object.assign({}, offer, { visit_id: visit, made_at: at.toISOString() }),
  );
  await sql`
    insert into visit_offers (account_id, id, visit_id, made_at, starts_at, technicians, on_date, window_from, window_to, seen)
    select current_account(), id, visit_id, made_at, starts_at, technicians, on_date, window_from, window_to, seen
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as o (id uuid, visit_id uuid, made_at timestamptz, starts_at timestamptz, technicians uuid[], on_date date, window_from text,
              window_to text, seen jsonb)`.execute(db);
}

export async function findOffer(
  db: Tx,
  visit: string,
  { id, since }: { id: string; since: Date },
): Promise<Offer | undefined> {
  const { rows } = await sql<{ row: Offer }>`
    select to_jsonb(o) - '{account_id,visit_id,made_at}'::text[] as row
      from visit_offers o where visit_id = ${visit} and id = ${id} and made_at >= ${since}`.execute(db);
  return rows[0]?.row;
}
