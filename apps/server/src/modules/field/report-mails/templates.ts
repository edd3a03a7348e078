import type { VisitReport, VisitReportPage } from '@muster/domain/field/reports/schema';
import { dayWithYear, outcomeWords, placeInWords, reportFileName } from '@muster/domain/field/reports/words';
import type { AccountId } from '@muster/domain/values/ids';
import type { BusinessSender, Letter } from '../../basics/mails/service.ts';

/** What a customer reads above the document. It is drawn from what is told here, so that it is what the office saw when it was sent. */
export function letterOf(
  report: VisitReport,
  account: AccountId,
  to: VisitReportPage['recipients'][number],
  { business: name, reply_to, new_since }: BusinessSender,
): Extract<Letter, { template: 'of a business' }> {
  const { business, customer, site, outcome, crew, planned } = report;
  const at = crew[0]?.times.arrived_at ?? planned?.starts_at;
  const day = at === undefined ? '' : dayWithYear(at, site.zone);
  const place = oneLine(placeInWords(site));
  return {
    template: 'of a business',
    to: to.email,
    business: name,
    customer: customer.id,
    reply_to,
    ...(new_since !== undefined && { new_since }),
    subject: `${name}: report for your visit${day === '' ? '' : ` on ${day}`}`,
    paragraphs: [
      `Hello ${oneLine(to.name)},`,
      {
        title: 'The report for our visit',
        time: day,
        text: 'It’s attached to this email as a PDF.',
        facts: [['Result', outcomeWords[outcome]], ...(place === '' ? [] : [['Where', place] as const])],
      },
      ...(business.phone === '' && reply_to === '' ? [] : [answerWords(business.phone, reply_to)]),
    ],
    footnote: `You’re getting this email because ${name} visited you.`,
    phone: business.phone,
    report: { account, name: reportFileName(report), content: report },
  };
}

function answerWords(phone: string, email: string): string {
  const ways = [phone === '' ? '' : `call us on ${phone}`, email === '' ? '' : 'reply to this email'];
  return `Something not right? Please ${ways.filter(Boolean).join(' or ')}.`;
}

/** A second line could pass for something that we say. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
