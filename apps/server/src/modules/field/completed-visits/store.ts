import type { FieldRecord } from '@muster/domain/field/field-records/schema';
import type { Outcome } from '@muster/domain/work/visits/states';
import { sql } from 'kysely';
import { listPage } from '../../../platform/changes/list.ts';
import type { Tx } from '../../../platform/db/executor.ts';

/** A visit that is over, as far as whoever keeps the books wants to know. */
export interface CompletedVisit {
  readonly id: string;
  readonly job: number;
  readonly number: number;
  readonly customer: string;
  readonly site: string;
  readonly job_type: string;
  readonly technicians: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly lead_id: string;
  /** Those of the lead. */
  readonly on_site_at: string | null;
  readonly done_at: string | null;
  readonly outcome: Outcome;
  readonly outcome_reason: string;
  readonly records: readonly FieldRecord[];
}

/** When a visit took place: from the arrival on, or where nobody told of it as it was planned. There is an index for exactly this. */
const tookPlace = sql`coalesce(assignments.on_site_at, assignments.starts_at)`;

/** Those that took place in the stretch, in the order in which they did; of one customer, if an id is given. */
export async function listCompletedVisits(
  db: Tx,
  { from, to, customer }: { from: Date | undefined; to: Date | undefined; customer: string | undefined },
  page: { cursor?: string; limit: number },
): Promise<{ rows: CompletedVisit[]; next: string | null }> {
  return listPage(db, {
    columns: sql<CompletedVisit>`v.id, j.number as job, v.number, c.name as customer,
      concat_ws(', ', nullif(s.name, ''), nullif(s.address, ''),
                nullif(trim(concat_ws(' ', s.suburb, s.region, s.postcode)), '')) as site,
      coalesce(y.name, '') as job_type, v.outcome, v.outcome_reason,
      assignments.technician_id as lead_id, assignments.starts_at, assignments.ends_at, assignments.on_site_at, assignments.done_at,
      (select string_agg(t.name, ', ' order by a.is_lead desc, t.sort_name, a.id)
         from assignments a join technicians t on t.id = a.technician_id where a.visit_id = v.id) as technicians,
      (select coalesce(jsonb_agg(to_jsonb(r) - 'account_id' order by r.noted_at, r.created_at, r.id), '[]')
         from field_records r where r.visit_id = v.id and r.kind in ('time', 'part', 'note') and r.retracted_at is null) as records`,
    from: sql`assignments`,
    details: sql`join visits v on v.id = assignments.visit_id
      join jobs j on j.id = v.job_id
      join customers c on c.id = j.customer_id
      join sites s on s.id = j.site_id
      left join job_types y on y.id = j.job_type_id`,
    id: sql`assignments.visit_id`,
    where: [
      sql<boolean>`assignments.is_lead`,
      sql<boolean>`exists (select from visits v where v.id = assignments.visit_id and v.outcome is not null and v.cancelled_at is null)`,
      from === undefined ? undefined : sql<boolean>`${tookPlace} >= ${from}`,
      to === undefined ? undefined : sql<boolean>`${tookPlace} < ${to}`,
      customer === undefined
        ? undefined
        : sql<boolean>`exists (select from visits v join jobs j on j.id = v.job_id
                                where v.id = assignments.visit_id and j.customer_id = ${customer})`,
    ],
    order: { by: tookPlace, type: 'timestamptz' },
    ...page,
  });
}
