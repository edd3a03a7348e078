import { createHash, randomUUID } from 'node:crypto';
import { visitNumber } from '@muster/domain/work/jobs/rules';
import { differencesFrom } from '@muster/domain/field/report-contents/rules';
import type { ContentPart, ReportContent } from '@muster/domain/field/report-contents/schema';
import { forCustomer, latestSignature } from '@muster/domain/field/reports/rules';
import type {
  ReportChanges,
  ReportMail,
  ReportProgress,
  VisitReport,
  VisitReportPage,
} from '@muster/domain/field/reports/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { isOver } from '@muster/domain/work/visits/states';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { shrink } from '../../../platform/files/pictures.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { recordsOf } from '../field-records/service.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import {
  accountSeen,
  contentsOf,
  forgetContents,
  partOf,
  readContent,
  storePart,
  type Piece,
  writePieces,
} from '../files/service.ts';
import { changesSinceSigning, type Reported, reportedNow } from '../report-contents/service.ts';
import {
  deleteDocument,
  deleteDocuments,
  findDocument,
  listPhotos,
  listRecipients,
  listReportMails,
  lockDocument,
  markDrawn,
  putDocument,
  readHead,
} from './store.ts';
import { drawnPhotos, reportDocument } from './templates.ts';

/** A report, with what it tells as it is kept with a mail. */
interface ToldReport {
  readonly report: VisitReport;
  readonly content: ReportContent;
  readonly now: Reported;
}

/** The report of a visit that is over; of any other there is none. */
export async function reportOf(db: Tx, id: string): Promise<ToldReport> {
  const records = await recordsOf(db, id);
  const now = await reportedNow(db, id, records);
  const { visit, crew, check_list, notes, parts, signature, left_out } = now;
  const { outcome } = visit;
  if (!isOver(visit.state) || outcome === null)
    throw new Failure(
      'conflict',
      'The visit isn’t finished. Its report is ready once the result is recorded.',
    );
  const head = await readHead(db, id);
  const [lead] = visit.assignments;
  const report = {
    visit_id: id,
    number: visitNumber(head.job.number, visit.number),
    outcome,
    outcome_reason: visit.outcome_reason,
    ...head,
    planned: lead && visit.entered_at === null ? { starts_at: lead.starts_at, ends_at: lead.ends_at } : null,
    entered_at: visit.entered_at,
    crew,
    check_list,
    notes,
    parts,
    signature,
    changed: await changesSinceSigning(db, now, records),
    photos: await listPhotos(db, id),
    left_out,
  };
  return { report, content: sentContent(now, report.photos), now };
}

/** What a mail tells: only photos that can be seen are in its document. */
function sentContent(
  { content, signature }: Pick<Reported, 'content' | 'signature'>,
  photos: VisitReport['photos'],
): ReportContent {
  const isSeen = (id: string) => photos.some((photo) => photo.id === id);
  return { ...content, photos: content.photos.filter(isSeen), signature: signature?.signed_at ?? null };
}

export async function reportPage(db: Tx, id: string): Promise<VisitReportPage> {
  const { report, content, now } = await reportOf(db, id);
  return {
    ...report,
    fingerprint: fingerprintOf(report),
    mails: await mailsOf(db, id, { ...now, content }),
    recipients: await recipientsOf(db, report.customer.id),
  };
}

/** To whom a report was mailed, the latest first, and what has changed since. */
async function mailsOf(db: Tx, visit: string, now: Reported): Promise<ReportMail[]> {
  return (await listReportMails(db, visit)).map(({ sent, ...mail }) =>
    Object.assign(mail, { changed: sent === null ? [] : partsOf(differencesFrom(sent, now)) }),
  );
}

function partsOf(differences: readonly { part: ContentPart }[]): ContentPart[] {
  return [...new Set(differences.map(({ part }) => part))];
}

/** What was changed after somebody had signed, and after the report was mailed last; also of a visit that goes on. */
export async function reportChanges(db: Tx, id: string): Promise<ReportChanges> {
  const records = await recordsOf(db, id);
  const now = await reportedNow(db, id, records);
  const signature = latestSignature(records);
  const content = sentContent(now, await listPhotos(db, id));
  const [latest] = await mailsOf(db, id, { ...now, content });
  return {
    signed: signature
      ? {
          name: String(signature.content['name']),
          at: signature.noted_at,
          changed: await changesSinceSigning(db, now, records),
        }
      : null,
    mailed: latest ? { at: latest.at, changed: latest.changed } : null,
  };
}

/** To whom something can be mailed that is meant for a customer. */
export async function recipientsOf(db: Tx, customer: string): Promise<VisitReportPage['recipients']> {
  return listRecipients(db, customer);
}

/** A photo in a column of the page is sharp at this size. */
const PHOTO_SIDE = 900;
const SIGNATURE_SIDE = 600;

/** The pictures that are in its document: the photos that fit and are not left out, and the signature. */
function picturesOf(given: VisitReport): string[] {
  const report = forCustomer(given);
  const signature = report.signature?.file_id ?? undefined;
  return [...drawnPhotos(report).map(({ id }) => id), ...(signature === undefined ? [] : [signature])];
}

/** The report as a document, as it is drawn. Where its pictures lie is read first: nobody holds a transaction while they are drawn. */
export async function* drawReport(
  { database: { db }, files: storage }: Pick<Deps, 'database' | 'files'>,
  account: AccountId,
  report: VisitReport,
  onPicture: () => Promise<void> = async () => {},
): AsyncGenerator<Uint8Array> {
  const signature = report.signature?.file_id ?? undefined;
  const logo = report.business.logo?.id;
  const wanted = [...picturesOf(report), ...(logo === undefined ? [] : [logo])];
  const contents = await withAccount(db, account, (db) => contentsOf(db, wanted));
  yield* reportDocument(report, async (id) => {
    const pieces = contents.get(id);
    if (pieces === undefined) return undefined;
    // It is as large as it is needed, and lines would blur.
    if (id === logo) return readContent(storage, account, pieces);
    const side = id === signature ? SIGNATURE_SIDE : PHOTO_SIDE;
    const picture = await shrink(await readContent(storage, account, pieces), side);
    await onPicture();
    return picture;
  });
}

/** The task that makes the document of a report. */
export const REPORT_ASKED = 'files report';

export interface ReportAsked {
  account: AccountId;
  visit: string;
  /** Of the document, which may not be wanted any more. */
  document: string;
}

/** One that takes longer was lost, and is asked for again. */
const LOST_AFTER_MS = 600_000;

/** What a document is made of: another look of the same needs another document, too. */
export function fingerprintOf(report: VisitReport): string {
  return createHash('sha256')
    .update(JSON.stringify([3, forCustomer(report)]))
    .digest('base64url');
}

/** The document of a report as it stands now: where it lies, or how far it is. Whoever asks first has it made. */
export async function askForDocument(
  db: Tx,
  account: AccountId,
  report: VisitReport,
  now: Date,
): Promise<{ pieces: readonly Piece[] } | { progress: ReportProgress }> {
  const visit = report.visit_id;
  const fingerprint = fingerprintOf(report);
  await lockDocument(db, visit);
  const found = await findDocument(db, visit);
  const isSame = found?.fingerprint === fingerprint;
  if (found && isSame && found.is_ready) return { pieces: await partOf(db, found.id, 'content') };
  if (found && isSame && now.getTime() - found.asked_at.getTime() < LOST_AFTER_MS)
    return { progress: { drawn: found.drawn, pictures: found.pictures } };
  if (found) await forgetContents(db, account, [found.id]);
  const document = randomUUID();
  const pictures = picturesOf(report).length;
  await putDocument(db, visit, { id: document, fingerprint, pictures, asked_at: now });
  const task: ReportAsked = { account, visit, document };
  await enqueue(db, REPORT_ASKED, task);
  return { progress: { drawn: 0, pictures } };
}

/** Draws a document that somebody asked for and puts it into the store, unless another is wanted by now. */
export async function makeDocument(
  deps: Pick<Deps, 'database' | 'files'>,
  { account, visit, document }: ReportAsked,
): Promise<void> {
  const {
    database: { db },
    files: storage,
  } = deps;
  const report = await withAccount(db, account, async (db) => {
    const wanted = await findDocument(db, visit);
    if (wanted?.id !== document || wanted.is_ready) return undefined;
    const told = await reportOf(db, visit).catch(async (error: unknown) => {
      // It was taken back that the visit is over, so there is nothing to report any more.
      if (!(error instanceof Failure)) throw error;
      await deleteDocument(db, visit);
      return undefined;
    });
    return told?.report;
  });
  if (report === undefined) return;
  const fingerprint = fingerprintOf(report);
  const parts: Uint8Array[] = [];
  let drawn = 0;
  const onPicture = async () => {
    drawn += 1;
    await withAccount(db, account, (db) => markDrawn(db, document, { drawn, fingerprint }));
  };
  for await (const part of drawReport(deps, account, report, onPicture)) parts.push(part);
  const stored = await storePart(storage, account, Buffer.concat(parts));
  const isWanted = await withAccount(db, account, async (db) => {
    const isWanted = await markDrawn(db, document, { drawn, is_ready: true, fingerprint });
    if (isWanted) await writePieces(db, document, 'content', stored);
    return isWanted;
  });
  if (!isWanted) for (const { key } of stored) await storage.remove(account, key);
}

/** Takes away documents that were asked for before a moment; they are made again for whoever asks. */
export async function forgetDocuments(db: Tx, before: Date): Promise<void> {
  await forgetContents(db, await accountSeen(db), await deleteDocuments(db, before));
}
