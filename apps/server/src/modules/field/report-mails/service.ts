import { HOUR_SECONDS } from '@muster/domain/values/minutes';
import { forCustomer } from '@muster/domain/field/reports/rules';
import type {
  NewReportMail,
  ReportLetter,
  ReportMail,
  StoredReportMail,
  VisitReport,
} from '@muster/domain/field/reports/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { reportFileName } from '@muster/domain/field/reports/words';
import { maskEmail } from '@muster/domain/values/email';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { newsLines, senderOf, sendMailOfAccount } from '../../basics/mails/service.ts';
import { drawReport, fingerprintOf, recipientsOf, reportOf } from '../reports/service.ts';
import { letterOf } from './templates.ts';

export const reportMails: TrackedTable<StoredReportMail> = {
  name: 'report_mails',
  columns: ['visit_id', 'to_name', 'to_address', 'at', 'sent'],
  readers: dispatchers,
  writers: dispatchers,
  label: ({ to_name }) => `to ${to_name || 'the customer'}`,
  subjects: ({ visit_id }) => [visit_id],
  erased: () => ({ to_name: '', to_address: '', sent: null }),
};

/** The document of what `mailReport` put into a letter, drawn when that is sent. */
export function drawMailed(deps: Parameters<typeof drawReport>[0], account: AccountId, content: object) {
  const { business, photos, ...report } = content as VisitReport;
  // Letters that waited while reports got a letterhead.
  const letterhead = { trade_licence: '', colour: null, logo: null };
  const known = photos.map((photo) => Object.assign({ by: '' }, photo));
  return drawReport(deps, account, {
    ...report,
    business: Object.assign(letterhead, business),
    photos: known,
  });
}

const refusals = {
  'too many': (name: string) => `${name} has had too many emails this hour. Try again later.`,
  'daily limit': () =>
    'Your business has sent as many emails as it can in a day. New accounts start low and can send more each week. Try again tomorrow.',
} as const;

/** To whom a report goes: the contact who was chosen, or else the first who has an address. */
async function recipientOf(db: Tx, { customer }: VisitReport, contact: string | null) {
  const recipients = await recipientsOf(db, customer.id);
  const to = contact === null ? recipients[0] : recipients.find((one) => one.contact_id === contact);
  if (to) return to;
  throw new Failure(
    'unprocessable',
    contact === null
      ? `${customer.name} has no email address. Add one to the customer or a contact.`
      : `That contact of ${customer.name} has no email address. Choose another contact.`,
  );
}

/** The mail as it would leave now, to be read before it does. */
export async function letterBefore(
  db: Tx,
  account: AccountId,
  visit: string,
  { contact_id = null, at }: { contact_id?: string | null; at: Date },
): Promise<ReportLetter> {
  const report = forCustomer((await reportOf(db, visit)).report);
  const to = await recipientOf(db, report, contact_id);
  const { subject, paragraphs } = letterOf(report, account, to, await senderOf(db, at));
  const lines = paragraphs.flatMap((one) => (typeof one === 'string' ? [one] : newsLines(one)));
  return {
    to_name: to.name,
    to_email: to.email,
    subject,
    paragraphs: lines,
    attached: reportFileName(report),
    fingerprint: fingerprintOf(report),
  };
}

/** Mails the report as it stands now to the customer, or to the contact who was chosen. What has left is written down, and not undone. */
export async function mailReport(
  write: Writer,
  account: AccountId,
  visit: string,
  { contact_id = null, fingerprint }: NewReportMail,
): Promise<ReportMail> {
  const told = await reportOf(write.db, visit);
  const report = forCustomer(told.report);
  if (fingerprint !== undefined && fingerprint !== fingerprintOf(report))
    throw new Failure(
      'conflict',
      'The report has changed since you looked at it, so it wasn’t sent. Look at it again, then send it.',
    );
  const to = await recipientOf(write.db, report, contact_id);
  const sent = await sendMailOfAccount(write.db, account, {
    to: to.email,
    share: 'visits',
    at: write.at,
    write: (sender) => letterOf(report, account, to, sender),
  });
  const unsent = 'problem' in sent ? sent.problem : null;
  if (unsent === 'no address')
    throw new Failure('unprocessable', `“${to.email}” isn’t an email address. Correct it first.`);
  if (unsent !== null)
    throw new Failure('tooMany', refusals[unsent](to.name), { retryAfterSeconds: HOUR_SECONDS });
  const mail = await noteMailed(write, told, to);
  const { sent: _, ...shown } = mail;
  return { ...shown, changed: [] };
}

type Told = Awaited<ReturnType<typeof reportOf>>;

/** From then on the customer has the report. */
async function noteMailed(
  write: Writer,
  { report, content }: Told,
  to: { readonly name: string; readonly email: string },
): Promise<StoredReportMail> {
  const [mail] = await write.insert(reportMails, [
    {
      visit_id: report.visit_id,
      to_name: to.name,
      to_address: maskEmail(to.email),
      at: write.at.toISOString(),
      sent: content,
    },
  ]);
  write.concern([report.job.id, report.customer.id]);
  return mail!;
}

/** The report of a visit as it goes along with another letter, and how to note that it has. */
export async function reportToAttach(
  write: Writer,
  account: AccountId,
  visit: string,
): Promise<{
  attachment: { account: AccountId; name: string; content: object };
  noteMailed: (to: { readonly name: string; readonly email: string }) => Promise<unknown>;
}> {
  const told = await reportOf(write.db, visit);
  const content = forCustomer(told.report);
  return {
    attachment: { account, name: reportFileName(content), content },
    noteMailed: (to) => noteMailed(write, told, to),
  };
}
