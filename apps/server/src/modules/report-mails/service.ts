import { forCustomer } from '@muster/domain/reports/rules';
import type { NewReportMail, ReportMail } from '@muster/domain/reports/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { maskEmail } from '@muster/domain/values/email';
import { dispatchers } from '../../platform/changes/from-request.ts';
import type { TrackedTable, Writer } from '../../platform/changes/tracked.ts';
import { Failure } from '../../platform/http/errors.ts';
import { sendMailForAnybody } from '../messages/service.ts';
import { recipientsOf, reportOf } from '../reports/service.ts';
import { letterOf } from './templates.ts';

export const reportMails: TrackedTable<ReportMail> = {
  name: 'report_mails',
  columns: ['visit_id', 'to_name', 'to_address', 'at'],
  readers: dispatchers,
  writers: dispatchers,
  label: ({ to_name }) => `to ${to_name || 'the customer'}`,
  subjects: ({ visit_id }) => [visit_id],
  erased: () => ({ to_name: '', to_address: '' }),
};

const HOUR_SECONDS = 3_600;

/** Mails the report as it stands now to the customer, or to the contact who was chosen. What has left is written down, and not undone. */
export async function mailReport(
  write: Writer,
  account: AccountId,
  visit: string,
  { contact_id = null }: NewReportMail,
): Promise<ReportMail> {
  const report = forCustomer(await reportOf(write.db, visit));
  const { customer, job } = report;
  const recipients = await recipientsOf(write.db, customer.id);
  const to = contact_id === null ? recipients[0] : recipients.find((one) => one.contact_id === contact_id);
  if (!to)
    throw new Failure(
      'unprocessable',
      contact_id === null
        ? `There is no email address of ${customer.name}. Add one to the customer or to one of the contacts.`
        : `That contact of ${customer.name} has no email address. Choose somebody else.`,
    );
  const isSent = await sendMailForAnybody(write.db, letterOf(report, account, to), 'visits', write.at);
  if (!isSent)
    throw new Failure('tooMany', `${to.name} has had too many mails in this hour. Try again later.`, {
      retryAfterSeconds: HOUR_SECONDS,
    });
  const [mail] = await write.insert(reportMails, [
    {
      visit_id: visit,
      to_name: to.name,
      to_address: maskEmail(to.email),
      at: write.at.toISOString(),
    },
  ]);
  write.concern([job.id, customer.id]);
  return mail!;
}
