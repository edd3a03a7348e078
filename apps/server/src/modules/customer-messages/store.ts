import type { CustomerMessage } from '@muster/domain/customer-messages/schema';
import type { VisitState } from '@muster/domain/scheduling/board/rows';
import { sql } from 'kysely';
import { columnsOf } from '../../platform/changes/rows.ts';
import type { TrackedTable } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';
import type { Channel } from '../../platform/live/event-log.ts';

declare module '../../platform/db/executor.ts' {
  interface Tables {
    customer_waits: object;
  }
}

export interface Wait {
  readonly visit: string;
  readonly token: string;
  readonly channel: Channel;
}

/**
 * Lets those of these visits wait anew of which there may be something to tell: in this transaction each only once, however often it
 * is asked. None where the business does not tell its customers; a scenario tells nobody.
 */
export async function startWaits(db: Tx, ids: readonly string[]): Promise<Wait[]> {
  const { rows } = await sql<Wait>`
    insert into customer_waits as w (account_id, visit_id, token)
    select current_account(), v.id, pg_current_xact_id()::text
      from visits v
     where v.id = any(${ids}::uuid[]) and current_scenario() = current_account()
       and (select a.tells_customers from accounts a where a.id = current_account())
       and (v.state in ('dispatched', 'en route') or exists (select from customer_messages m where m.visit_id = v.id))
     order by v.id
    on conflict (account_id, visit_id) do update set token = excluded.token where w.token <> excluded.token
    returning visit_id as visit, token, 'account ' || account_id as channel`.execute(db);
  return rows;
}

/** Whether nothing has happened to the visit since that transaction; then it waits no more. */
export async function endWait(db: Tx, visit: string, token: string): Promise<boolean> {
  const { rows } = await sql`
    delete from customer_waits where visit_id = ${visit} and token = ${token} returning visit_id`.execute(db);
  return rows.length > 0;
}

/** Of what was told of these visits. */
export async function listIds(db: Tx, visits: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from customer_messages where visit_id = any(${visits}::uuid[]) order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The latest first. */
export async function listMessages(
  db: Tx,
  table: TrackedTable<CustomerMessage>,
  visit: string,
): Promise<CustomerMessage[]> {
  const { rows } = await sql<{ row: CustomerMessage }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)} from customer_messages where visit_id = ${visit} order by at desc, id desc) r`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** Everything that a customer may be told of a visit. */
export interface VisitStory {
  readonly state: VisitState;
  readonly on_date: string | null;
  readonly window_from: string | null;
  readonly window_to: string | null;
  readonly starts_at: string | null;
  readonly en_route_at: string | null;
  /** The one who leads. */
  readonly technician: string | null;
  readonly job_id: string;
  readonly job_type: string | null;
  readonly description: string;
  readonly customer_id: string;
  readonly customer: string;
  readonly email: string;
  readonly zone: string;
  readonly address: string;
  readonly suburb: string;
  readonly business: string;
  readonly business_phone: string;
  readonly business_email: string;
  readonly business_zone: string;
}

/** The address is the customer's own, or that of their first contact who has one. Nothing of customers who are not to be told. */
export async function readStory(db: Tx, visit: string): Promise<VisitStory | undefined> {
  const { rows } = await sql<{ row: VisitStory }>`
    select to_jsonb(r) as row from (
      select v.state, v.on_date, v.window_from, v.window_to, lead.starts_at, lead.en_route_at, lead.name as technician,
             j.id as job_id, y.name as job_type, j.description, c.id as customer_id, c.name as customer,
             coalesce(nullif(c.email, ''),
                      (select k.email from contacts k where k.customer_id = c.id and k.email <> '' order by k.id limit 1), '') as email,
             s.zone, s.address, trim(concat_ws(' ', s.suburb, s.region, s.postcode)) as suburb,
             b.name as business, b.phone as business_phone, b.email as business_email, b.zone as business_zone
        from visits v
        join jobs j on j.id = v.job_id
        join customers c on c.id = j.customer_id
        join sites s on s.id = j.site_id
        join accounts b on b.id = v.account_id
        left join job_types y on y.id = j.job_type_id
        left join lateral (
          select a.starts_at, a.en_route_at, t.name from assignments a join technicians t on t.id = a.technician_id
           where a.visit_id = v.id order by a.is_lead desc, a.id limit 1) lead on true
       where v.id = ${visit} and c.tell_by_mail and b.tells_customers) r`.execute(db);
  return rows[0]?.row;
}
