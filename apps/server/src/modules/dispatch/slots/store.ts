import type { WantedSite } from '@muster/domain/dispatch/slots/rules';
import type { Agreed, SaidArrival } from '@muster/domain/work/visits/promise';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** Where somebody wants something done. */
export async function readSite(db: Tx, id: string): Promise<WantedSite | undefined> {
  const { rows } = await sql<WantedSite>`
    select id, version, name, suburb, latitude, longitude, position_is_exact, position_is_found, zone, preferred, banned from sites where id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** When a visit is wanted, and what its customer was told. */
export async function readAsked(
  db: Tx,
  id: string,
): Promise<(Agreed & { not_before: string | null; zone: string; messages: SaidArrival[] }) | undefined> {
  const { rows } = await sql<{
    row: Agreed & { not_before: string | null; zone: string; messages: SaidArrival[] };
  }>`
    select to_jsonb(r) as row from (
      select v.on_date, v.window_from, v.window_to, v.not_before, s.zone,
             (select coalesce(jsonb_agg(to_jsonb(m) order by m.at, m.id), '[]') from customer_messages m where m.visit_id = v.id) as messages
        from visits v join jobs j on j.id = v.job_id join sites s on s.id = j.site_id
       where v.id = ${id}) r`.execute(db);
  return rows[0]?.row;
}
