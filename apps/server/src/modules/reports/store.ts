import type { ReportMail, VisitReport, VisitReportPage } from '@muster/domain/reports/schema';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/executor.ts';

export type Head = Pick<VisitReport, 'business' | 'customer' | 'site' | 'job'>;

/** Whose visit it was, for whom, where and what for. */
export async function readHead(db: Tx, visit: string): Promise<Head> {
  const { rows } = await sql<{ row: Head }>`
    select jsonb_build_object(
             'business', jsonb_build_object('name', b.name, 'phone', b.phone, 'email', b.email, 'abn', b.abn, 'zone', b.zone),
             'customer', jsonb_build_object('id', c.id, 'name', c.name),
             'site', jsonb_build_object('name', s.name, 'address', s.address, 'zone', s.zone,
                                        'suburb', trim(concat_ws(' ', s.suburb, s.region, s.postcode))),
             'job', jsonb_build_object('id', j.id, 'number', j.number, 'type', coalesce(y.name, ''),
                                       'description', j.description)) as row
      from visits v
      join jobs j on j.id = v.job_id
      join customers c on c.id = j.customer_id
      join sites s on s.id = j.site_id
      join accounts b on b.id = v.account_id
      left join job_types y on y.id = j.job_type_id
     where v.id = ${visit}`.execute(db);
  return rows[0]!.row;
}

/** In the order in which they were taken. */
export async function listPhotos(db: Tx, visit: string): Promise<VisitReport['photos']> {
  const { rows } = await sql<{ row: VisitReport['photos'][number] }>`
    select jsonb_build_object('id', id, 'name', name, 'width', width, 'height', height,
                              'taken_at', coalesce(taken_at, created_at)) as row
      from files
     where visit_id = ${visit} and kind = 'photo' and state = 'ready' and deleted_at is null and width is not null
     order by coalesce(taken_at, created_at), id`.execute(db);
  return rows.map(({ row }) => row);
}

/** The latest first. */
export async function listReportMails(db: Tx, visit: string): Promise<ReportMail[]> {
  const { rows } = await sql<{ row: ReportMail }>`
    select to_jsonb(m) - 'account_id' as row from report_mails m where visit_id = ${visit} order by at desc, id desc`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** Everybody of a customer who has an address: the customer itself, then the contacts as they were added. */
export async function listRecipients(db: Tx, customer: string): Promise<VisitReportPage['recipients']> {
  const { rows } = await sql<{ row: VisitReportPage['recipients'][number] }>`
    select jsonb_build_object('contact_id', contact_id, 'name', name, 'email', email) as row
      from (select null::uuid as contact_id, name, email from customers where id = ${customer}
            union all
            select id, name, email from contacts where customer_id = ${customer}) r
     where email <> ''
     order by contact_id nulls first`.execute(db);
  return rows.map(({ row }) => row);
}
