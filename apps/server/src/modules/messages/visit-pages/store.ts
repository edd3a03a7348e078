import type { CustomerPage } from '@muster/domain/work/settings/schema';
import type { Agreed, SaidArrival } from '@muster/domain/work/visits/promise';
import type { VisitState } from '@muster/domain/work/visits/states';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';
import { movedAfter } from '../customer-messages/service.ts';

/** What a customer's page may tell, and nothing else of the business, its people or its customers. */
export interface PageRow extends Agreed {
  readonly visit_id: string;
  readonly version: number;
  readonly state: VisitState;
  readonly change: number;
  readonly job_type: string | null;
  readonly customer_id: string;
  readonly customer: string;
  readonly site: { readonly address: string; readonly suburb: string; readonly zone: string };
  readonly lead: {
    readonly starts_at: string;
    readonly en_route_at: string | null;
    readonly on_site_at: string | null;
    readonly name: string;
    readonly technician_id: string;
  } | null;
  /** When the last of the crew was done. */
  readonly done_at: string | null;
  readonly is_astray: boolean;
  readonly job_id: string;
  readonly confirmed_at: string | null;
  readonly messages: SaidArrival[];
  readonly late: { readonly expected_at: string | null } | null;
  /** And the work has not been taken up again since. */
  readonly is_report_released: boolean;
  readonly business: {
    readonly id: string;
    readonly name: string;
    readonly phone: string;
    readonly zone: string;
    readonly colour: string | null;
    readonly logo_id: string | null;
    readonly abn: string | null;
    readonly trade_licence: string;
    readonly page: CustomerPage;
    readonly is_read_only: boolean;
  };
}

export async function readPage(db: Tx, visit: string): Promise<PageRow | undefined> {
  const { rows } = await sql<{ row: PageRow }>`
    select to_jsonb(r) as row from (
      select v.id as visit_id, v.version, v.state, v.on_date, v.window_from, v.window_to, v.confirmed_at, j.id as job_id, y.name as job_type,
             coalesce((select max(u.number) from change_subjects u where u.subject_id = v.id), 0) as change,
             c.id as customer_id, c.name as customer,
             jsonb_build_object('zone', s.zone, 'address', s.address,
                                'suburb', trim(concat_ws(' ', s.suburb, s.region, s.postcode))) as site,
             case when lead.id is not null
                  then jsonb_build_object('starts_at', lead.starts_at, 'en_route_at', lead.en_route_at, 'on_site_at', lead.on_site_at,
                                          'name', lead.name, 'technician_id', lead.technician_id) end as lead,
             (select max(a.done_at) from assignments a where a.visit_id = v.id) as done_at,
             v.state = 'en route' and ${movedAfter(sql`lead.id`, sql`lead.en_route_at`)} as is_astray,
             (select coalesce(jsonb_agg(jsonb_build_object(
                       'id', m.id, 'kind', m.kind, 'from_at', m.from_at, 'to_at', m.to_at, 'zone', m.zone, 'problem', m.problem,
                       'at', m.at, 'agreed', m.agreed) order by m.at, m.id), '[]')
                from customer_messages m where m.visit_id = v.id) as messages,
             (select jsonb_build_object('expected_at', f.content -> 'expected_at')
                from field_records f
               where f.visit_id = v.id and f.kind = 'late' and f.retracted_at is null and f.content -> 'tell_customer' = 'true'
                 and f.content ->> 'technician_id' = lead.technician_id::text
               order by f.noted_at desc, f.created_at desc, f.id desc limit 1) as late,
             v.outcome is not null and exists (select from report_mails r where r.visit_id = v.id) as is_report_released,
             jsonb_build_object('id', b.id, 'name', b.name, 'phone', b.phone, 'zone', b.zone, 'colour', b.colour, 'logo_id', b.logo_id,
                                'abn', b.abn, 'trade_licence', b.trade_licence, 'page', b.customer_page, 'is_read_only', b.read_only_since is not null) as business
        from visits v
        join jobs j on j.id = v.job_id
        join customers c on c.id = j.customer_id
        join sites s on s.id = j.site_id
        join accounts b on b.id = v.account_id
        left join job_types y on y.id = j.job_type_id
        left join lateral (
          select a.id, a.starts_at, a.en_route_at, a.on_site_at, a.technician_id, t.name
            from assignments a join technicians t on t.id = a.technician_id
           where a.visit_id = v.id order by a.is_lead desc, a.id limit 1) lead on true
       where v.id = ${visit}) r`.execute(db);
  return rows[0]?.row;
}
