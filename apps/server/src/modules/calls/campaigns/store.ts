import type { Campaign, CampaignFigure } from '@muster/domain/calls/campaigns/schema';
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { AnyTable } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    campaigns: TableOf<'campaigns'>;
  }
}

/** A business has a handful. */
export async function listCampaigns(db: Tx, table: Pick<AnyTable, 'name' | 'columns'>): Promise<Campaign[]> {
  const { rows } = await sql<{ row: Campaign }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)} from campaigns order by archived_at is not null, sort_name, id) r`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** A job within so many days of a call is thought to come from it. */
const JOB_DAYS = 30;

/**
 * What came of the calls between two moments, by campaign and month. A caller is whoever was known when they rang, or has the number
 * now; of each call counts the first job that the caller then had, and a job counts for the latest call before it.
 */
export async function listFigures(
  db: Tx,
  { from, until, zone, hasMoney }: { from: Date; until: Date; zone: string; hasMoney: boolean },
): Promise<CampaignFigure[]> {
  const { rows } = await sql<CampaignFigure>`
    with rung as materialized (
      select id, campaign_id, state, digits, customer_id, began_at, date_trunc('month', began_at at time zone ${zone})::date as month
        from calls
       where campaign_id is not null and direction = 'in' and began_at >= ${from} and began_at < ${until}),
    known as (
      select digits, (array_agg(customer_id))[1] as customer_id
        from (select phone_digits as digits, id as customer_id from customers
               where archived_at is null and phone_digits <> ''
                 and phone_digits in (select digits from rung where customer_id is null)
               union
              select k.phone_digits, k.customer_id from contacts k join customers c on c.id = k.customer_id
               where c.archived_at is null and k.phone_digits <> ''
                 and k.phone_digits in (select digits from rung where customer_id is null)) found
       group by digits having count(*) = 1),
    callers as (
      select r.campaign_id, r.month, r.began_at, coalesce(c.merged_into, c.id) as customer_id
        from rung r
        left join known n on r.customer_id is null and n.digits = r.digits
        join customers c on c.id = coalesce(r.customer_id, n.customer_id)),
    work as (
      select distinct on (j.id) j.id, r.campaign_id, r.month
        from callers r
        cross join lateral (
          select id from jobs
           where customer_id = r.customer_id and created_at >= r.began_at
             and created_at < r.began_at + make_interval(days => ${JOB_DAYS}) and state <> 'cancelled'
           order by created_at, id limit 1) j
       order by j.id, r.began_at desc),
    paid as (
      select campaign_id, month, sum(total) as invoiced
        from (select distinct w.campaign_id, w.month, i.id, case i.kind when 'invoice' then i.total else -i.total end as total
                from work w join invoices i on i.jobs @> array[w.id] and i.state = 'issued'
               where ${hasMoney}) counted
       group by campaign_id, month)
    select g.id as campaign_id, g.name, r.month::text, count(*)::int as calls,
           (count(*) filter (where r.state in ('missed', 'ringing')))::int as missed,
           count(distinct r.digits)::int as callers,
           (select count(*)::int from work w where w.campaign_id = g.id and w.month = r.month) as jobs,
           ${hasMoney ? sql`coalesce((select invoiced from paid p where p.campaign_id = g.id and p.month = r.month), 0)::float8` : sql`null::float8`} as invoiced
      from rung r join campaigns g on g.id = r.campaign_id
     group by g.id, g.name, g.sort_name, r.month
     order by r.month desc, g.sort_name, g.id`.execute(db);
  return rows;
}
