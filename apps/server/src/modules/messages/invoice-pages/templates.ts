import {
  amountOnPaper,
  creditHeld,
  creditWords,
  dayOnPaper,
  paperName,
  paymentFacts,
  printedLines,
  type PrintedInvoice,
  workWords,
} from '@muster/domain/money/invoice-papers/words';
import { centsInWords } from '@muster/domain/values/cents';
import type { CustomerPage, PageOwner } from '../../../platform/site/customer-page.ts';
import { escapeHtml } from '../../../platform/site/html.ts';
import type { InvoicePage } from './service.ts';
import type { PaidPart } from './store.ts';

/** A page as it is shown to somebody. */
export interface ShownInvoicePage extends InvoicePage {
  readonly owner: PageOwner;
  /** The address of the page, without what comes before it. */
  readonly path: string;
  /** Whether somebody of the business looks at it. */
  readonly isOffice: boolean;
}

export function invoicePageOf(page: ShownInvoicePage): CustomerPage {
  const { invoice, owner, isOffice } = page;
  const parts = [
    isOffice ? officeNote(invoice.buyer.name) : '',
    `<section class="card" aria-labelledby="what">${head(page)}${facts(invoice)}${buttons(page)}</section>`,
    howToPay(invoice),
    content(page),
  ];
  return { title: `${paperName(invoice)} · ${owner.name}`, owner, main: parts.join('') };
}

function officeNote(customer: string): string {
  return `<p class="card said note">You’re seeing this page as ${escapeHtml(customer)} sees it. Opening it doesn’t count as them.</p>`;
}

/** In words and a shape, never by colour alone. */
const statuses = {
  draft: { word: 'Draft', tone: 'quiet' },
  unpaid: { word: 'To pay', tone: 'info' },
  'part paid': { word: 'Part paid', tone: 'info' },
  overdue: { word: 'Overdue', tone: 'attention' },
  paid: { word: 'Paid, thank you', tone: 'ok' },
  credited: { word: 'Credited: nothing to pay', tone: 'ok' },
  unused: { word: 'Credit for you', tone: 'ok' },
  used: { word: 'Used', tone: 'quiet' },
} as const;

/** The amount first: it is what somebody opens the page for. */
function head({ invoice, status, paid, credit }: ShownInvoicePage): string {
  const { name, amount, by } = amountOnPaper(invoice);
  const { word, tone } = name === 'Nothing to pay' ? { word: name, tone: 'ok' as const } : statuses[status];
  const isOwed = status === 'unpaid' || status === 'part paid' || status === 'overdue';
  const left = !isOwed || by === '' ? '' : status === 'overdue' ? by.replace('Due', 'Was due') : by;
  const about = isOwed ? creditHeld(credit) : creditWords(invoice);
  return `<div><span class="status ${tone}">${icons[tone]}${word}</span></div>
<div><p class="quiet">${escapeHtml(paperName(invoice))}</p>
<h1 id="what" class="time">${amount}</h1>
<p>${escapeHtml([name === word || (left !== '' && paid.length === 0) ? '' : name, left].filter(Boolean).join('. '))}</p>
${about === '' ? '' : `<p class="quiet">${escapeHtml(about)}</p>`}</div>`;
}

function facts({ title, work, buyer, issued_on, order_number }: PrintedInvoice): string {
  const known: [string, string][] = [
    ['For', title],
    ['Work', work.map(workWords).join('; ')],
    ['To', buyer.name],
    ['Issued', dayOnPaper(issued_on!)],
    ['Your order', order_number],
  ];
  return list(known.filter(([, value]) => value !== ''));
}

function list(rows: readonly (readonly [string, string])[]): string {
  return `<dl class="facts">${rows
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('')}</dl>`;
}

function buttons({ invoice, path }: ShownInvoicePage): string {
  const { phone } = invoice.supplier;
  const number = phone.replaceAll(/[^+\d]/g, '');
  return `<div class="buttons"><a class="button main" href="${path}/invoice.pdf">${icons.down}Download the PDF</a>${
    number === '' ? '' : `<a class="button" href="tel:${number}">${icons.phone}Call ${escapeHtml(phone)}</a>`
  }</div>`;
}

function howToPay(invoice: PrintedInvoice): string {
  const how = paymentFacts(invoice);
  if (how.length === 0) return '';
  return `<section class="card" aria-labelledby="pay"><h2 id="pay">How to pay</h2>${list(how)}
<p class="small quiet">Write the reference with your payment, so that we know what it’s for.</p></section>`;
}

/** What it is for, each with what it comes to including GST, and what has become of the sum. */
function content({ invoice, paid }: ShownInvoicePage): string {
  const { total, gst, outstanding, kind, note, supplier } = invoice;
  const rows = printedLines(invoice).map(
    ({ description, quantity, amount }) =>
      `<tr><td>${escapeHtml(description)}${/^1(?: |$)/.test(quantity) ? '' : ` <span class="quiet">${escapeHtml(quantity)}</span>`}</td><td class="sum">${amount}</td></tr>`,
  );
  const gstWords =
    supplier.is_gst_registered && gst > 0
      ? ` <span class="quiet">includes ${centsInWords(gst)} GST</span>`
      : '';
  const sums = [
    `<tr><th scope="row">Total${gstWords}</th><td class="sum">${centsInWords(total)}</td></tr>`,
    ...paid.map(
      (part) =>
        `<tr><th scope="row">${escapeHtml(partWords(part))} <span class="quiet">${dayOnPaper(part.on_date)}</span></th><td class="sum">−${centsInWords(part.amount)}</td></tr>`,
    ),
    ...(kind === 'invoice' && paid.length > 0
      ? [`<tr><th scope="row">Still to pay</th><td class="sum">${centsInWords(outstanding)}</td></tr>`]
      : []),
  ];
  return `<section class="card" aria-labelledby="lines"><h2 id="lines">${kind === 'credit note' ? 'What is credited' : 'What it’s for'}</h2>
<table class="lines"><thead class="nowhere"><tr><th scope="col">Item</th><th scope="col">Amount</th></tr></thead><tbody>${rows.join('')}</tbody><tfoot>${sums.join('')}</tfoot></table>
${note === '' ? '' : `<p class="lined">${escapeHtml(note)}</p>`}</section>`;
}

function partWords({ credit_note, is_own }: PaidPart): string {
  if (credit_note === null) return 'Paid';
  return is_own ? `Credited by ${credit_note}` : `Paid from your credit ${credit_note}`;
}

/** The same for whatever has no page: an address that never was, one that was taken away, one that is over. */
export const goneInvoicePage: CustomerPage = {
  title: 'This page isn’t available',
  owner: null,
  main: `<section class="card"><h1>This page isn’t available</h1>
<p>The link may be incomplete, or the page may have ended. Check the address in your message, or contact the business that sent it.</p></section>`,
};

function icon(path: string): string {
  return `<svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`;
}

const icons = {
  ok: icon('<circle cx="8" cy="8" r="6.5"/><path d="m5.3 8.2 1.9 1.9 3.6-4"/>'),
  info: icon('<circle cx="8" cy="8" r="6.5"/><path d="M8 4.5V8l2.3 1.4"/>'),
  attention: icon('<path d="M8 2 1.7 13.3h12.6z"/><path d="M8 6.5v3M8 11.6v.1"/>'),
  quiet: icon('<circle cx="8" cy="8" r="6.5"/><path d="M5 8h6"/>'),
  down: icon('<path d="M8 2v8.5M4.5 7.5 8 11l3.5-3.5M2.5 13.5h11"/>'),
  phone: icon(
    '<path d="M3.2 2.2h2.3l1.1 2.9-1.5 1.2a8.6 8.6 0 0 0 4.6 4.6l1.2-1.5 2.9 1.1v2.3a1.3 1.3 0 0 1-1.4 1.3A11.6 11.6 0 0 1 1.9 3.6a1.3 1.3 0 0 1 1.3-1.4z"/>',
  ),
} as const;
