import { timesOnSite } from '@muster/domain/field-records/times';
import { visitNumber } from '@muster/domain/jobs/rules';
import { reportedRecords } from '@muster/domain/reports/rules';
import type { VisitReport, VisitReportPage } from '@muster/domain/reports/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { isOver } from '@muster/domain/visits/states';
import { withAccount } from '../../platform/db/account.ts';
import type { Tx } from '../../platform/db/executor.ts';
import type { Deps } from '../../platform/deps.ts';
import { shrink } from '../../platform/files/pictures.ts';
import { Failure } from '../../platform/http/errors.ts';
import { recordsOf } from '../field-records/service.ts';
import { contentsOf, filesOfVisit, readContent } from '../files/service.ts';
import { visitOf } from '../visits/service.ts';
import { listPhotos, listRecipients, listReportMails, readHead } from './store.ts';
import { drawnPhotos, reportDocument } from './templates.ts';

/** The report of a visit that is over; of any other there is none. */
export async function reportOf(db: Tx, id: string): Promise<VisitReport> {
  const visit = await visitOf(db, id);
  if (!isOver(visit.state) || visit.outcome === null)
    throw new Failure(
      'conflict',
      'The visit is not over. Its report is there when somebody has said how it went.',
    );
  const head = await readHead(db, id);
  const records = await recordsOf(db, id);
  const [lead] = visit.assignments;
  return {
    visit_id: id,
    number: visitNumber(head.job.number, visit.number),
    outcome: visit.outcome,
    outcome_reason: visit.outcome_reason,
    ...head,
    planned: lead ? { starts_at: lead.starts_at, ends_at: lead.ends_at } : null,
    crew: visit.assignments.map(({ technician_id, technician_name, is_lead, on_site_at, done_at }) => ({
      id: technician_id,
      name: technician_name,
      is_lead,
      times: timesOnSite({ on_site_at, done_at }, records),
    })),
    ...reportedRecords(records, visit.check_list, await filesOfVisit(db, id)),
    photos: await listPhotos(db, id),
  };
}

export async function reportPage(db: Tx, id: string): Promise<VisitReportPage> {
  const report = await reportOf(db, id);
  return {
    ...report,
    mails: await listReportMails(db, id),
    recipients: await recipientsOf(db, report.customer.id),
  };
}

/** To whom something can be mailed that is meant for a customer. */
export async function recipientsOf(db: Tx, customer: string): Promise<VisitReportPage['recipients']> {
  return listRecipients(db, customer);
}

/** A photo in a column of the page is sharp at this size. */
const PHOTO_SIDE = 900;
const SIGNATURE_SIDE = 600;

/** The report as a document, as it is drawn. Where its pictures lie is read first: nobody holds a transaction while they are drawn. */
export async function* drawReport(
  { database: { db }, files: storage }: Pick<Deps, 'database' | 'files'>,
  account: AccountId,
  report: VisitReport,
): AsyncGenerator<Uint8Array> {
  const signature = report.signature?.file_id ?? undefined;
  const wanted = [
    ...drawnPhotos(report).map(({ id }) => id),
    ...(signature === undefined ? [] : [signature]),
  ];
  const contents = await withAccount(db, account, (db) => contentsOf(db, wanted));
  yield* reportDocument(report, async (id) => {
    const pieces = contents.get(id);
    if (pieces === undefined) return undefined;
    const side = id === signature ? SIGNATURE_SIDE : PHOTO_SIDE;
    return shrink(await readContent(storage, account, pieces), side);
  });
}
