import type { StoredReportMail, VisitReport, VisitReportPage } from '@muster/domain/field/reports/schema';
import { sql } from 'kysely';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    report_documents: TableOf<'report_documents'>;
  }
}

export type Head = Pick<VisitReport, 'business' | 'customer' | 'site' | 'job'>;

/** Whose visit it was, for whom, where and what for. */
export async function readHead(db: Tx, visit: string): Promise<Head> {
  const { rows } = await sql<{ row: Head }>`
    select jsonb_build_object(
             'business', jsonb_build_object('name', b.name, 'phone', b.phone, 'email', b.email, 'abn', b.abn, 'zone', b.zone,
                                            'trade_licence', b.trade_licence, 'colour', b.colour,
                                            'logo', case when l.id is not null
                                                      then jsonb_build_object('id', l.id, 'width', l.width, 'height', l.height) end),
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
      left join files l on l.id = b.logo_id and l.state = 'ready' and l.deleted_at is null
     where v.id = ${visit}`.execute(db);
  return rows[0]!.row;
}

/** In the order in which they were taken. */
export async function listPhotos(db: Tx, visit: string): Promise<VisitReport['photos']> {
  const { rows } = await sql<{ row: VisitReport['photos'][number] }>`
    select jsonb_build_object('id', id, 'name', name, 'width', width, 'height', height,
                              'taken_at', coalesce(taken_at, created_at),
                              'by', coalesce((select t.name from technicians t where t.user_id = created_by order by t.id limit 1),
                                             (select trim(concat_ws(' ', u.first_name, u.last_name)) from users u where u.id = created_by),
                                             '')) as row
      from files
     where visit_id = ${visit} and kind = 'photo' and state = 'ready' and deleted_at is null and width is not null
     order by coalesce(taken_at, created_at), id`.execute(db);
  return rows.map(({ row }) => row);
}

/** The latest first. */
export async function listReportMails(db: Tx, visit: string): Promise<StoredReportMail[]> {
  const { rows } = await sql<{ row: StoredReportMail }>`
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

/** The document of a visit's report, made or being made. */
export interface StoredDocument {
  readonly id: string;
  readonly fingerprint: string;
  readonly is_ready: boolean;
  readonly drawn: number;
  readonly pictures: number;
  readonly asked_at: Date;
}

/** Whoever asks for one at the same moment waits here, and finds it asked for. */
export async function lockDocument(db: Tx, visit: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${visit}, ${DOCUMENT_LOCK}))`.execute(db);
}

/** "rdoc" as a number. */
const DOCUMENT_LOCK = 0x72646f63;

export async function findDocument(db: Tx, visit: string): Promise<StoredDocument | undefined> {
  const { rows } = await sql<StoredDocument>`
    select id, fingerprint, is_ready, drawn, pictures, asked_at from report_documents where visit_id = ${visit}`.execute(
    db,
  );
  return rows[0];
}

/** In the place of the one that there was. */
export async function putDocument(
  db: Tx,
  visit: string,
  { id, fingerprint, pictures, asked_at }: Omit<StoredDocument, 'is_ready' | 'drawn'>,
): Promise<void> {
  await deleteDocument(db, visit);
  await sql`
    insert into report_documents (account_id, visit_id, id, fingerprint, pictures, asked_at)
    values (current_account(), ${visit}, ${id}, ${fingerprint}, ${pictures}, ${asked_at})`.execute(db);
}

export async function deleteDocument(db: Tx, visit: string): Promise<void> {
  await sql`delete from report_documents where visit_id = ${visit}`.execute(db);
}

/** False: another is wanted by now. */
export async function markDrawn(
  db: Tx,
  id: string,
  { drawn, is_ready = false, fingerprint }: { drawn: number; is_ready?: boolean; fingerprint: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update report_documents set drawn = ${drawn}, is_ready = ${is_ready}, fingerprint = ${fingerprint}
     where id = ${id} and not is_ready`.execute(db);
  return numAffectedRows === 1n;
}

/** Takes those away that were asked for before a moment, and says which. */
export async function deleteDocuments(db: Tx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from report_documents where asked_at < ${before} returning id`.execute(db);
  return rows.map(({ id }) => id);
}
