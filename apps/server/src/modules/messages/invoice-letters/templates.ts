import { straighten } from '@muster/domain/basics/texts/rules';
import { withOwnWords } from '@muster/domain/messages/invoice-letters/rules';
import {
  amountOnPaper,
  creditHeld,
  dayOnPaper,
  paperFileName,
  paperName,
  type PrintedInvoice,
} from '@muster/domain/money/invoice-papers/words';
import { statusOf } from '@muster/domain/money/invoices/rules';
import { centsInWords } from '@muster/domain/values/cents';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { AccountId } from '@muster/domain/values/ids';
import type { LocalDate } from '@muster/domain/values/local-time';
import { withoutLinks } from '@muster/domain/values/mail-words';
import type { MailedLink } from '../../../platform/sign-in/secret.ts';
import type { BusinessSender, Letter, MailedPaper, News } from '../../basics/mails/service.ts';

/** What a letter about an invoice is written of. */
export interface LetterAbout {
  readonly kind: 'invoice' | 'reminder';
  readonly invoice: PrintedInvoice;
  /** What whoever pays has with the business, and is put to nothing yet. */
  readonly credit: number;
  /** By the clocks of the business. */
  readonly today: LocalDate;
}

type MailOfBusiness = Extract<Letter, { template: 'of a business' }>;

/** Whoever a letter goes to, and whose letters are forgotten with whom. */
export interface LetterTo {
  readonly name: string;
  readonly email: string;
  readonly customer: string;
}

/** What is said above a paper, and the paper. */
export interface PaperLetter {
  readonly subject: string;
  readonly news: News;
  /** To ring with questions. */
  readonly phone: string;
  readonly paper: Omit<MailedPaper, 'account'>;
  /** Why they hear of it, where no work was done for them yet. */
  readonly because?: string;
  /** What of the customer's own can be seen in the browser. */
  readonly page?: { readonly text: string; readonly link: MailedLink };
}

/** What whoever pays reads above a paper. The address of their page is made when it leaves. */
export function mailOf(
  { subject, news, phone, paper, page, because = 'has done work for you' }: PaperLetter,
  to: LetterTo,
  { account, message }: { account: AccountId; message: string },
  { business, reply_to, new_since }: BusinessSender,
): MailOfBusiness {
  const answer = answerWords(phone, reply_to);
  return {
    template: 'of a business',
    to: to.email,
    business,
    customer: to.customer,
    reply_to,
    ...(new_since !== undefined && { new_since }),
    subject: `${business}: ${subject}`,
    paragraphs: withOwnWords<string | News>(
      [`Hello ${oneLine(to.name)},`, news, ...(answer === '' ? [] : [answer])],
      message,
    ),
    footnote: `You’re getting this email because ${business} ${because}.`,
    phone,
    ...(page && { pages: [page] }),
    paper: { account, ...paper },
  };
}

export function letterOf(about: LetterAbout, link: MailedLink | null): PaperLetter {
  const { invoice } = about;
  const text =
    invoice.kind === 'credit note'
      ? 'See the credit note'
      : invoice.takes_card
        ? 'See the invoice and pay by card'
        : 'See the invoice';
  return {
    subject: subjectOf(about),
    news: newsOf(about),
    phone: invoice.supplier.phone,
    paper: { name: paperFileName(invoice), kind: 'invoice', content: invoice, ...(link && { link }) },
    ...(link && { page: { text, link } }),
  };
}

/** The same in a text: `{link}` stands for the address of their page. Plain, because one dash would make it twice as dear. */
export function textOf({ kind, invoice, credit, today }: LetterAbout, business: string): string {
  const { number, total, outstanding, due_on, takes_card } = invoice;
  const from = straighten(withoutLinks(business));
  const held = credit > 0 ? ` You have ${centsInWords(credit)} with us.` : '';
  if (invoice.kind === 'credit note')
    return `${from}: credit note ${number} for ${centsInWords(total)}. See it: {link}`;
  const status = statusOf(invoice, today);
  if (status === 'credited') return `${from}: invoice ${number} was credited, nothing to pay. See it: {link}`;
  if (status === 'paid')
    return total === 0
      ? `${from}: invoice ${number}, nothing to pay. See it: {link}`
      : `${from}: invoice ${number} for ${centsInWords(total)}, paid. Thank you. See it: {link}`;
  const see = takes_card ? 'See it and pay by card' : 'See it and how to pay';
  const due = `${status === 'overdue' ? 'was' : 'is'} due ${shortDay(due_on, today)}`;
  if (kind === 'reminder')
    return `${from}: invoice ${number} ${due}, ${centsInWords(outstanding)} to pay.${held} ${see}: {link} Paid already? Thank you.`;
  return `${from}: invoice ${number}, ${centsInWords(outstanding)} ${due.replace('is ', '')}.${held} ${see}: {link}`;
}

function subjectOf({ kind, invoice, today }: LetterAbout): string {
  const { number, total, outstanding, due_on } = invoice;
  if (invoice.kind === 'credit note') return `credit note ${number} for ${centsInWords(total)}`;
  const status = statusOf(invoice, today);
  if (status === 'credited') return `invoice ${number} was credited`;
  if (status === 'paid')
    return total === 0
      ? `invoice ${number}, nothing to pay`
      : `invoice ${number} for ${centsInWords(total)}, paid`;
  const isLate = status === 'overdue';
  if (kind === 'reminder') return `invoice ${number} ${isLate ? 'was' : 'is'} due ${shortDay(due_on, today)}`;
  return `invoice ${number} for ${centsInWords(outstanding)}, ${isLate ? 'was due' : 'due'} ${shortDay(due_on, today)}`;
}

function newsOf({ kind, invoice, credit, today }: LetterAbout): News {
  const { title, order_number, due_on, credits, settled, outstanding } = invoice;
  const { name, amount, by } = amountOnPaper(invoice);
  const isLate = statusOf(invoice, today) === 'overdue';
  const due = isLate ? by.replace('Due', 'Was due') : by;
  const held = outstanding > 0 ? creditHeld(credit) : '';
  const attached = 'It’s attached to this email as a PDF.';
  const words =
    invoice.kind === 'credit note'
      ? [
          credits === null ? '' : `For invoice ${credits.number} of ${dayOnPaper(credits.issued_on)}.`,
          attached,
        ]
      : kind === 'reminder'
        ? [
            `This ${isLate ? 'was' : 'is'} due on ${dayOnPaper(due_on!)}${settled > 0 ? ', and part of it is still to pay' : ''}.`,
            held,
            'If you’ve paid it in the last few days, thank you: there’s nothing more to do.',
            attached,
          ]
        : [
            due === ''
              ? name === 'Paid'
                ? 'Paid. Thank you.'
                : `${name}.`
              : settled > 0
                ? `${name}. ${due}.`
                : `${due}.`,
            held,
            attached,
          ];
  return {
    title:
      kind === 'reminder'
        ? `Reminder: ${paperName(invoice)
            .toLowerCase()
            .replace(/[^ ]+$/, invoice.number!)}`
        : paperName(invoice),
    time: amount,
    text: words.filter((line) => line !== '').join('\n'),
    facts: (
      [
        ['For', oneLine(title)],
        ['Your order', oneLine(order_number)],
      ] as const
    ).filter(([, value]) => value !== ''),
  };
}

/** Mon 30 Nov; of another year with that. */
function shortDay(day: string | null, today: LocalDate): string {
  return day?.slice(0, 4) === today.slice(0, 4) ? dateInWords(day as LocalDate) : dayOnPaper(day!);
}

function answerWords(phone: string, email: string): string {
  const ways = [phone === '' ? '' : `call us on ${phone}`, email === '' ? '' : 'reply to this email'];
  const words = ways.filter(Boolean).join(' or ');
  return words === '' ? '' : `Any questions? Please ${words}.`;
}

/** A second line could pass for something that we say. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
