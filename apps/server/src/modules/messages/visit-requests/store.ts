import type { RequestKind } from '@muster/domain/messages/visit-requests/rules';
import type { OpenVisitRequests, ShownVisitRequest } from '@muster/domain/messages/visit-requests/schema';
import type { CustomerPage } from '@muster/domain/work/settings/schema';
import type { Agreed } from '@muster/domain/work/visits/promise';
import type { VisitState } from '@muster/domain/work/visits/states';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** What a business lets its customers do on their pages. */
export async function readPageSettings(db: Tx): Promise<CustomerPage> {
  const { rows } = await sql<{ customer_page: CustomerPage }>`
    select customer_page from accounts where id = current_account()`.execute(db);
  return rows[0]!.customer_page;
}

export async function countRequests(db: Tx, visit: string, kind: RequestKind): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from visit_requests where visit_id = ${visit} and kind = ${kind}`.execute(
    db,
  );
  return rows[0]!.count;
}

/** Whom a visit is for, where, and what its technician is told of both. */
export interface VisitPlace {
  readonly job_id: string;
  readonly customer_id: string;
  readonly customer: string;
  readonly site_id: string;
  readonly access_notes: string;
  readonly note: string;
}

export async function readVisitPlace(db: Tx, visit: string): Promise<VisitPlace | undefined> {
  const { rows } = await sql<VisitPlace>`
    select j.id as job_id, c.id as customer_id, c.name as customer, s.id as site_id, s.access_notes, v.note
      from visits v join jobs j on j.id = v.job_id join customers c on c.id = j.customer_id join sites s on s.id = j.site_id
     where v.id = ${visit}`.execute(db);
  return rows[0];
}

/** Those of these visits that their customers have confirmed, with what the visits ask for now, and when they are planned. */
export async function listConfirmed(
  db: Tx,
  visits: readonly string[],
): Promise<
  {
    id: string;
    confirmed_for: Agreed;
    agreed: Agreed & { state: VisitState };
    starts_at: string | null;
    zone: string;
  }[]
> {
  const { rows } = await sql<{
    row: {
      id: string;
      confirmed_for: Agreed;
      agreed: Agreed & { state: VisitState };
      starts_at: string | null;
      zone: string;
    };
  }>`
    select jsonb_build_object(
             'id', v.id, 'confirmed_for', v.confirmed_for, 'zone', s.zone,
             'agreed', jsonb_build_object('state', v.state, 'on_date', v.on_date, 'window_from', v.window_from, 'window_to', v.window_to),
             'starts_at', (select a.starts_at from assignments a where a.visit_id = v.id order by a.is_lead desc, a.id limit 1)) as row
      from visits v join jobs j on j.id = v.job_id join sites s on s.id = j.site_id
     where v.id = any(${visits}::uuid[]) and v.confirmed_at is not null`.execute(db);
  return rows.map(({ row }) => row);
}

/** More than anybody decides at once. */
const MOST_SHOWN = 100;

function shown(where: RawBuilder<boolean>) {
  return sql<{ row: ShownVisitRequest; count: number }>`
    select jsonb_build_object(
             'id', r.id, 'version', r.version, 'visit_id', r.visit_id, 'kind', r.kind, 'content', r.content, 'made_at', r.made_at,
             'decision', r.decision, 'decided_at', r.decided_at, 'decided_by', r.decided_by, 'reply', r.reply,
             'job_id', j.id, 'number', 'J-' || j.number || '/' || v.number, 'customer', c.name, 'suburb', s.suburb, 'zone', s.zone) as row,
           (count(*) over ())::int as count
      from visit_requests r
      join visits v on v.id = r.visit_id
      join jobs j on j.id = v.job_id
      join customers c on c.id = j.customer_id
      join sites s on s.id = j.site_id
     where ${where}
     order by r.made_at desc, r.id desc limit ${MOST_SHOWN}`;
}

/** What nobody has decided yet, whatever day it is of. A job that is put aside is decided about. */
export async function listOpenRequests(db: Tx): Promise<OpenVisitRequests> {
  const { rows } = await shown(sql<boolean>`r.decision is null and j.archived_at is null`).execute(db);
  return { rows: rows.map(({ row }) => row), more: Math.max(0, (rows[0]?.count ?? 0) - MOST_SHOWN) };
}

export async function listRequestsOfJob(db: Tx, job: string): Promise<ShownVisitRequest[]> {
  const { rows } = await shown(sql<boolean>`j.id = ${job}`).execute(db);
  return rows.map(({ row }) => row);
}

export async function listRequestsOfVisit(db: Tx, visit: string): Promise<ShownVisitRequest[]> {
  const { rows } = await shown(sql<boolean>`v.id = ${visit}`).execute(db);
  return rows.map(({ row }) => row);
}
