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
import { callButton, factList, icons, officeNote, statusPill } from '../../../platform/site/page-parts.ts';
import type { CardOffer } from '../../money/card-payments/service.ts';
import type { InvoicePage } from './service.ts';
import type { PaidPart } from './store.ts';

/** A page as it is shown to somebody. */
export interface ShownInvoicePage extends InvoicePage {
  readonly owner: PageOwner;
  /** The address of the page, without what comes before it. */
  readonly path: string;
  /** Whether somebody of the business looks at it. */
  readonly isOffice: boolean;
  /** What came of paying by card, for whoever comes back from there. */
  readonly came: CardCame | undefined;
  /** Where the pages to pay on are. */
  readonly checkout: string;
}

/** What may have come of pressing Pay, as the address says it. */
export const cardCame = ['done', 'back', 'changed', 'later', 'off', 'refused', 'settled'] as const;
type CardCame = (typeof cardCame)[number];

export function invoicePageOf(page: ShownInvoicePage): CustomerPage {
  const { invoice, owner, isOffice } = page;
  const parts = [
    isOffice ? officeNote(invoice.buyer.name) : '',
    cameNote(page),
    `<section class="card" aria-labelledby="what">${head(page)}${facts(invoice)}${buttons(page)}</section>`,
    howToPay(page),
    content(page),
  ];
  const title = `${paperName(invoice)} · ${owner.name}`;
  const whole = { title, owner, main: parts.join('') };
  return page.card.isOffered ? { ...whole, leadsTo: page.checkout } : whole;
}

/** Whether Stripe has not said yet what came of a payment that somebody has just made. */
export function isAwaited({ came, card }: Pick<ShownInvoicePage, 'came' | 'card'>): boolean {
  return came === 'done' && card.isUnderWay && card.taken === null;
}

/** Whoever comes back from paying reads first what came of it. */
function cameNote(page: ShownInvoicePage): string {
  const { came, card, path, status } = page;
  const note = (text: string, more = '') =>
    `<section class="card said note" role="status"><p>${escapeHtml(text)}</p>${more}</section>`;
  if (isAwaited(page))
    return note(
      'We’re waiting for Stripe to confirm your payment. It usually takes a few seconds. You don’t need to pay again.',
      `<p><a href="${path}?card=done">Check again</a></p>`,
    );
  if (card.taken)
    return note(
      `Paid by card on ${dayOnPaper(card.taken.on)}: Stripe has taken ${centsInWords(card.taken.amount)}. We’re still entering it, so you don’t need to pay again.`,
    );
  const isPaid = status === 'paid' || status === 'credited';
  if (came === undefined && !isPaid && card.isUnclear) return note(unclearWords);
  if (came === undefined || (isPaid && came !== 'settled')) return '';
  return note(came === 'done' ? doneWords(card) : card.isUnderWay ? underWayWords[came] : cameWords[came]);
}

/** Nobody pays twice because nobody could tell them, whether they come back from paying or open their invoice again. */
const unclearWords =
  'If you’ve already paid by card, we can’t tell yet whether it went through. Check your card before you pay again, or contact us.';

/** What came of paying, of which Stripe has said all that it will say. */
function doneWords({ paid, isUnclear }: CardOffer): string {
  if (isUnclear) return unclearWords;
  if (paid === null)
    return 'Your payment wasn’t completed, so nothing was taken from your card. You can try again.';
  const amount = centsInWords(paid.amount);
  return paid.isTest
    ? `Your test payment of ${amount} worked. It was made in test mode, so no money moved and the invoice is still to be paid.`
    : `Your card payment of ${amount} was received. What’s to pay now has come up since then. If you don’t expect it, contact us.`;
}

const cameWords: Readonly<Record<Exclude<CardCame, 'done'>, string>> = {
  back: 'You haven’t paid yet.',
  changed: 'What’s owed has changed since you opened this page. Check the amount, then pay.',
  later: 'We couldn’t open the page to pay on. Nothing was taken from your card. Try again in a minute.',
  off: 'Paying by card isn’t available right now.',
  refused:
    'Stripe doesn’t take a card payment for this invoice. Nothing was taken from your card. Pay in another way, or contact us.',
  settled: 'There’s nothing left to pay.',
};

/** While somebody may be paying, also in another tab, nothing is promised about their card. */
const underWayWords: typeof cameWords = {
  ...cameWords,
  back: 'You haven’t paid yet, as far as we know. If you have, it shows here as soon as Stripe tells us.',
  later:
    'We couldn’t reach Stripe just now. If you’ve paid already, don’t pay again: it shows here as soon as Stripe tells us. Otherwise try again in a minute.',
};

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
function head(page: ShownInvoicePage): string {
  const { invoice, status: is, paid, credit } = page;
  const { name, amount, by } = amountOnPaper(invoice);
  const isOwed = is === 'unpaid' || is === 'part paid' || is === 'overdue';
  const isTaken = isOwed && page.card.taken !== null;
  const isWaited = isTaken || (isOwed && isAwaited(page));
  const { word, tone } = isTaken
    ? { word: 'Paid by card', tone: 'ok' as const }
    : isWaited
      ? { word: 'Waiting for Stripe', tone: 'info' as const }
      : name === 'Nothing to pay'
        ? { word: name, tone: 'ok' as const }
        : statuses[is];
  const left = !isOwed || by === '' || isWaited ? '' : is === 'overdue' ? by.replace('Due', 'Was due') : by;
  const about = isOwed ? creditHeld(credit) : creditWords(invoice);
  return `<div>${statusPill(tone, word)}</div>
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
  return factList(known);
}

/** Pays what is owed at this moment, on Stripe's own page. */
function payForm(page: ShownInvoicePage): string {
  const { card, invoice, path } = page;
  if (!card.isOffered || isAwaited(page)) return '';
  const declined =
    card.declined === ''
      ? ''
      : `<p>${statusPill('attention', 'The last card didn’t go through')} ${escapeHtml(card.declined)}</p>`;
  const how = card.isTest
    ? `<p>${statusPill('attention', 'Test mode: no money moves')} Real cards don’t work.</p>`
    : '<p class="small quiet">By card, on Stripe’s secure page.</p>';
  return `<form method="post" action="${path}/pay">${declined}<input type="hidden" name="amount" value="${invoice.outstanding}">
<div class="buttons"><button class="button main">${icons.card}Pay now ${centsInWords(invoice.outstanding)}</button></div>
${how}</form>`;
}

function buttons(page: ShownInvoicePage): string {
  const { invoice, path } = page;
  const pay = payForm(page);
  return `${pay}<div class="buttons"><a class="button${pay === '' ? ' main' : ''}" href="${path}/invoice.pdf">${icons.down}Download the PDF</a>${callButton(invoice.supplier.phone)}</div>`;
}

/** Beside a card; nobody who has just paid is asked to pay in another way. */
function howToPay(page: ShownInvoicePage): string {
  const how = paymentFacts(page.invoice);
  if (how.length === 0 || isAwaited(page) || page.card.taken) return '';
  const title = page.card.isOffered ? 'Or pay by bank transfer' : 'How to pay';
  return `<section class="card" aria-labelledby="pay"><h2 id="pay">${title}</h2>${factList(how)}
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

function partWords({ credit_note, is_own, by_card }: PaidPart): string {
  if (credit_note === null) return by_card ? 'Paid by card' : 'Paid';
  return is_own ? `Credited by ${credit_note}` : `Paid from your credit ${credit_note}`;
}
