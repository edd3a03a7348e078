import type { VisitReport, VisitReportPage } from '@muster/domain/reports/schema';
import { dayWithYear, outcomeWords, placeInWords, reportFileName } from '@muster/domain/reports/words';
import type { AccountId } from '@muster/domain/values/ids';
import type { Letter } from '../messages/service.ts';

/** What a customer reads above the document. It is drawn from what is told here, so that it is what the office saw when it was sent. */
export function letterOf(
  report: VisitReport,
  account: AccountId,
  to: VisitReportPage['recipients'][number],
): Letter {
  const { business, customer, site, outcome, crew, planned } = report;
  const at = crew[0]?.times.arrived_at ?? planned?.starts_at;
  const day = at === undefined ? '' : ` on ${dayWithYear(at, site.zone)}`;
  const place = oneLine(placeInWords(site));
  return {
    template: 'of a business',
    to: to.email,
    business: business.name,
    customer: customer.id,
    reply_to: business.email,
    subject: `${business.name}: report of your visit${day}`,
    paragraphs: [
      `Hello ${oneLine(to.name)},`,
      `Here is the report of our visit${day}${place === '' ? '' : `, ${place}`}. You find it attached to this mail.`,
      `How it went: ${outcomeWords[outcome]}.`,
      ...(business.phone === '' && business.email === '' ? [] : [answerWords(business)]),
    ],
    footnote: `You get this mail because you had a visit of ${business.name}.`,
    report: { account, name: reportFileName(report), content: report },
  };
}

function answerWords({ phone, email }: VisitReport['business']): string {
  const ways = [phone === '' ? '' : `call us on ${phone}`, email === '' ? '' : 'answer this mail'];
  return `Is something not right? Please ${ways.filter(Boolean).join(' or ')}.`;
}

/** A second line could pass for something that we say. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
