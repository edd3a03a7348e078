import { dayOnPaper, printedLines } from '@muster/domain/money/invoice-papers/words';
import {
  choiceOf,
  decisionWords,
  depositWords,
  extraPrice,
  linesOfChoice,
  optionName,
  type PrintedQuote,
  quoteExtras,
  quoteName,
  quoteParts,
} from '@muster/domain/money/quote-papers/words';
import { totalOfChoice } from '@muster/domain/money/quotes/rules';
import type { QuoteChoice, QuoteLine } from '@muster/domain/money/quotes/schema';
import type { QuoteStatus } from '@muster/domain/money/quotes/states';
import { centsInWords } from '@muster/domain/values/cents';
import type { CustomerPage, PageOwner } from '../../../platform/site/customer-page.ts';
import { escapeHtml } from '../../../platform/site/html.ts';
import { callButton, factList, icons, officeNote, statusPill } from '../../../platform/site/page-parts.ts';
import type { QuoteForm, QuotePage } from './service.ts';

/** A page as it is shown to somebody. */
export interface ShownQuotePage extends QuotePage {
  readonly owner: PageOwner;
  /** The address of the page, without what comes before it. */
  readonly path: string;
  /** Whether somebody of the business looks at it, who answers for nobody. */
  readonly isOffice: boolean;
  /** What is chosen on it. */
  readonly choice: QuoteChoice;
  /** What a form is sent with, so that nobody else can send it, and it counts once. */
  readonly tokenOf: (form: QuoteForm) => string;
  /** What came of the form that was sent before. */
  readonly done: string | undefined;
  /** Why a form was not taken, and what was typed into it. */
  readonly refused:
    | { readonly form: QuoteForm; readonly text: string; readonly typed: Readonly<Record<string, string>> }
    | undefined;
}

export function quotePageOf(page: ShownQuotePage): CustomerPage {
  const { quote, owner, isOffice, refused } = page;
  const said = saidOf(page);
  const isOpen = page.status === 'sent' || page.status === 'seen';
  const parts = [
    isOffice ? officeNote(quote.buyer.name, ', and nothing can be sent from here') : '',
    said === undefined ? '' : `<p class="card said" role="status">${escapeHtml(said)}</p>`,
    refused && !isOpen && !(page.status === 'expired' && refused.form === 'ask')
      ? `<p class="card said wrong" role="alert">${escapeHtml(refused.text)}</p>`
      : '',
    `<section class="card" aria-labelledby="what">${head(page)}${facts(quote)}${buttons(page)}</section>`,
    quote.note === '' ? '' : `<section class="card"><p class="lined">${escapeHtml(quote.note)}</p></section>`,
    isOpen ? offer(page) : content(page),
    isOpen || page.status === 'expired' ? answers(page) : '',
    terms(quote),
  ];
  return { title: `${quoteName(quote)} · ${owner.name}`, owner, main: parts.join('') };
}

/** What is said of a form that was taken. The address names it, so that a page that is read again says it again, while it is so. */
function saidOf({ done, status }: ShownQuotePage): string | undefined {
  if (done === 'accept' && status === 'accepted')
    return 'Thank you. You’ve accepted this quote, and we’ll be in touch about a time.';
  if (done === 'decline' && status === 'declined')
    return 'Thanks for letting us know. You’ve declined this quote.';
  return done === 'ask' ? 'Thanks, we’ve got your question and will be in touch.' : undefined;
}

const statuses = {
  draft: { word: 'Draft', tone: 'quiet' },
  sent: { word: 'Waiting for your answer', tone: 'info' },
  seen: { word: 'Waiting for your answer', tone: 'info' },
  accepted: { word: 'Accepted', tone: 'ok' },
  declined: { word: 'Declined', tone: 'quiet' },
  expired: { word: 'Expired', tone: 'attention' },
  replaced: { word: 'Replaced', tone: 'attention' },
} as const satisfies Record<QuoteStatus, { word: string; tone: keyof typeof icons }>;

/** The amount first, and until when it holds. */
function head({ quote, status, choice, newer, deposit }: ShownQuotePage): string {
  const { word, tone } = statuses[status];
  const { total } = totalOfChoice(quote, choice);
  const withGst = quote.supplier.is_gst_registered ? 'Total including GST' : 'Total';
  const name = optionName(quote, choice);
  const until = quote.valid_until === null ? '' : dayOnPaper(quote.valid_until);
  const more = {
    draft: '',
    sent: `Valid until ${until}.`,
    seen: `Valid until ${until}.`,
    accepted: decisionWords(quote),
    declined: decisionWords(quote),
    expired: `This quote was valid until ${until}. If you’d still like the work done, ask below or call us.`,
    replaced:
      newer === null
        ? 'We’re changing this quote, so this version can’t be accepted any more. You’ll get the new one from us.'
        : 'There’s a newer version of this quote, so this one can’t be accepted any more.',
  }[status];
  return `<div>${statusPill(tone, word)}</div>
<div><p class="quiet">${escapeHtml(quoteName(quote))}</p>
<h1 id="what" class="time${status === 'replaced' ? ' off' : ''}">${centsInWords(total)}</h1>
<p>${escapeHtml([withGst, name].filter(Boolean).join(' · '))}</p>
<p>${escapeHtml(more)}</p></div>
${newer === null ? '' : `<a class="button main" href="${escapeHtml(newer.address)}">See the new version</a>`}
${deposit === null ? '' : `<p>${escapeHtml(deposit.words)}</p><a class="button main" href="${escapeHtml(deposit.address)}">${icons.card}Pay the deposit</a>`}`;
}

function facts({ title, place, buyer, sent_on }: PrintedQuote): string {
  return factList([
    ['For', title],
    ['Where', place],
    ['To', buyer.name],
    ['Date', sent_on === null ? '' : dayOnPaper(sent_on)],
  ]);
}

function buttons({ quote, path }: ShownQuotePage): string {
  return `<div class="buttons"><a class="button" href="${path}/quote.pdf">${icons.down}Download the PDF</a>${callButton(quote.supplier.phone)}</div>`;
}

/** Lines with what each comes to, GST in it. */
function linesTable(quote: PrintedQuote, lines: readonly QuoteLine[], total: string, name = 'Total'): string {
  const rows = printedLines({ lines: [...lines], supplier: quote.supplier }).map(
    ({ description, quantity, amount }, at) => {
      const { heading } = lines[at]!;
      const above =
        heading === '' ? '' : `<tr><th colspan="2" scope="colgroup">${escapeHtml(heading)}</th></tr>`;
      const many = /^1(?: |$)/.test(quantity) ? '' : ` <span class="quiet">${escapeHtml(quantity)}</span>`;
      return `${above}<tr><td>${escapeHtml(description)}${many}</td><td class="sum">${amount}</td></tr>`;
    },
  );
  return `<table class="lines"><thead class="nowhere"><tr><th scope="col">Item</th><th scope="col">Amount</th></tr></thead><tbody>${rows.join('')}</tbody><tfoot><tr><th scope="row">${escapeHtml(name)}</th><td class="sum">${total}</td></tr></tfoot></table>`;
}

function gstWords(quote: PrintedQuote, choice: QuoteChoice): string {
  const { gst } = totalOfChoice(quote, choice);
  return quote.supplier.is_gst_registered && gst > 0 ? `Total, includes ${centsInWords(gst)} GST` : 'Total';
}

/** What was or could have been chosen, to be read. */
function content({ quote }: ShownQuotePage): string {
  if (quote.state === 'accepted' || quote.options.length === 0) {
    const choice = choiceOf(quote);
    const name = optionName(quote, choice);
    const total = centsInWords(totalOfChoice(quote, choice).total);
    return `<section class="card" aria-labelledby="lines"><h2 id="lines">${name === '' ? 'What it’s for' : `You chose: ${escapeHtml(name)}`}</h2>${linesTable(quote, linesOfChoice(quote, choice), total, gstWords(quote, choice))}</section>`;
  }
  return quoteParts(quote)
    .map(
      ({ option, lines, total }) =>
        `<section class="card"><h2>${escapeHtml(option?.name ?? 'In every option')}</h2>${option && option.description !== '' ? `<p>${escapeHtml(option.description)}</p>` : ''}${linesTable(quote, lines, centsInWords(total))}</section>`,
    )
    .join('');
}

/** What can be chosen, what that comes to, and saying yes: one form, so that what is chosen is what is accepted. */
function offer(page: ShownQuotePage): string {
  const { quote, choice, path, tokenOf, refused, isReadOnly } = page;
  const { options } = quote;
  const parts = quoteParts(quote);
  const extras = quoteExtras(quote);
  const total = totalOfChoice(quote, choice).total;
  const common = parts.find(({ option }) => option === null);
  const typed = refused?.form === 'accept' ? (refused.typed['name'] ?? '') : '';
  const problem =
    refused?.form === 'accept'
      ? `<p class="said wrong" role="alert" id="accept-problem">${escapeHtml(refused.text)}</p>`
      : '';
  const hasChoice = options.length > 0 || extras.length > 0;
  const deposit = depositWords(quote, choice);
  return `<form method="post" action="${path}/accept">
<input type="hidden" name="form" value="${tokenOf('accept')}"><input type="hidden" name="seen" value="${total}">
${common ? `<section class="card" aria-labelledby="lines"><h2 id="lines">${options.length > 0 ? 'In every option' : 'What it’s for'}</h2>${linesTable(quote, common.lines, centsInWords(common.total), options.length > 0 || extras.length > 0 ? 'Together' : gstWords(quote, choice))}</section>` : ''}
${
  options.length > 0
    ? `<fieldset class="card"><legend class="nowhere">Choose one</legend><h2 aria-hidden="true">Choose one</h2>${common ? '<p class="small quiet">Each price includes what’s in every option.</p>' : ''}${parts
        .flatMap((part) =>
          part.option === null
            ? []
            : `<label class="choice"><input type="radio" name="option" value="${part.option.id}"${part.option.id === choice.option_id ? ' checked' : ''}><span><b>${escapeHtml(part.option.name)}</b> <span class="time">${centsInWords(part.total)}</span>${part.option.description === '' ? '' : `<br><span class="quiet">${escapeHtml(part.option.description)}</span>`}<br><span class="small quiet">${escapeHtml(part.lines.map((line) => line.description || line.code).join(', '))}</span></span></label>`,
        )
        .join('')}</fieldset>`
    : ''
}
${
  extras.length > 0
    ? `<fieldset class="card"><legend class="nowhere">Extras you can add</legend><h2 aria-hidden="true">Extras you can add</h2>${extras
        .map((line) => {
          const only = options.find(({ id }) => id === line.option_id)?.name;
          return `<label class="choice"><input type="checkbox" name="extra.${line.id}" value="1"${choice.extras.includes(line.id) ? ' checked' : ''}><span>${escapeHtml(line.description || line.code)} <span class="time">${extraPrice(line)}</span>${only === undefined ? '' : `<br><span class="small quiet">With ${escapeHtml(only)}</span>`}</span></label>`;
        })
        .join('')}</fieldset>`
    : ''
}
<section class="card" aria-labelledby="accept"><h2 id="accept">Accept this quote</h2>${problem}
${hasChoice ? `<p><span class="quiet">What you’ve chosen comes to</span> <b class="time">${centsInWords(total)}</b></p><button formaction="${path}/choose" formnovalidate>Update the total</button>` : ''}
${deposit === '' ? '' : `<p>${escapeHtml(deposit)}</p>`}
${
  isReadOnly
    ? '<p>Please call us to accept.</p>'
    : `<label>Your name<input name="name" autocomplete="name" maxlength="200" required value="${escapeHtml(typed)}"${problem === '' ? '' : ' aria-describedby="accept-problem"'}></label>
<p class="small quiet">By entering your name and pressing Accept, you agree to this quote${quote.terms === '' ? '' : ' and its terms below'}.</p>
<button class="main">${icons.ok}Accept for ${centsInWords(total)}</button>`
}</section></form>`;
}

/** No, or a question: each behind its own line. */
function answers(page: ShownQuotePage): string {
  const { questions, isReadOnly, status } = page;
  if (isReadOnly) return '';
  const asked = questions
    .map(({ text }) => `<p class="said note">You asked: ${escapeHtml(text)}</p>`)
    .join('');
  const decline =
    status === 'expired'
      ? ''
      : fold(page, 'decline', 'No, thank you', 'Would you like to say why?', 'Decline this quote', false);
  return `<section class="card" aria-labelledby="other"><h2 id="other">Not sure yet?</h2>${asked}<div>${fold(page, 'ask', 'Ask a question', 'Your question', 'Send', true)}${decline}</div></section>`;
}

function fold(
  { path, refused, tokenOf }: ShownQuotePage,
  form: QuoteForm,
  title: string,
  label: string,
  send: string,
  isNeeded: boolean,
): string {
  const own = refused?.form === form ? refused : undefined;
  const problem = own
    ? `<p class="problem" role="alert" id="${form}-problem">${escapeHtml(own.text)}</p>`
    : '';
  return `<details${own ? ' open' : ''}><summary>${title}</summary><form method="post" action="${path}/${form}"><input type="hidden" name="form" value="${tokenOf(form)}">
<label for="${form}-text">${label}</label><textarea id="${form}-text" name="text" maxlength="1000"${isNeeded ? ' required' : ''}${own ? ` aria-invalid="true" aria-describedby="${form}-problem"` : ''}>${escapeHtml(own?.typed['text'] ?? '')}</textarea>${problem}<button>${send}</button></form></details>`;
}

function terms({ terms }: PrintedQuote): string {
  return terms === ''
    ? ''
    : `<section class="card" aria-labelledby="terms"><h2 id="terms">Terms</h2><p class="lined small">${escapeHtml(terms)}</p></section>`;
}
