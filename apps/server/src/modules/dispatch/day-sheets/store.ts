import type { DaySheetVisit } from '@muster/domain/dispatch/day-sheets/schema';
import { toRing } from '@muster/domain/work/contacts/rules';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

type People = Parameters<typeof toRing>[0];

/** With everybody who can be rung, of whom some come first. */
type Booked = Omit<DaySheetVisit, 'phones'> & People & { readonly site_id: string };

/** Of every visit that somebody is booked for in the stretch. */
export async function listDaySheetVisits(
  db: Tx,
  { from, to }: { from: Date; to: Date },
): Promise<DaySheetVisit[]> {
  const { rows } = await sql<{ row: Booked }>`
    select jsonb_build_object(
             'id', v.id, 'job_type', coalesce(y.name, ''),
             'customer', jsonb_build_object('name', c.name, 'phone', c.phone), 'site_id', s.id,
             'contacts', (
               select coalesce(jsonb_agg(jsonb_build_object('name', k.name, 'role', k.role, 'phone', k.phone, 'site_id', k.site_id)
                                         order by k.name, k.id), '[]')
                 from contacts k where k.customer_id = c.id),
             'site', jsonb_build_object(
               'name', s.name, 'address', s.address, 'suburb', s.suburb, 'region', s.region, 'postcode', s.postcode,
               'access_notes', s.access_notes, 'hazards', s.hazards)) as row
      from (select distinct visit_id as id from assignments where starts_at >= ${from} and starts_at < ${to}) booked
      join visits v on v.id = booked.id
      join jobs j on j.id = v.job_id
      join customers c on c.id = j.customer_id
      join sites s on s.id = j.site_id
      left join job_types y on y.id = j.job_type_id
     order by v.id`.execute(db);
  return rows.map(({ row: { id, job_type, site, site_id, customer, contacts } }) => ({
    id,
    job_type,
    site,
    phones: toRing({ customer, contacts }, site_id),
  }));
}
