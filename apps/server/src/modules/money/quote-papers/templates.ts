import { buyerLines, letterhead, priceTitle, printedLines } from '@muster/domain/money/invoice-papers/words';
import {
  amountOfQuote,
  choiceOf,
  decisionWords,
  depositWords,
  linesOfChoice,
  optionName,
  type PrintedQuote,
  quoteExtras,
  quoteFacts,
  quoteName,
  quoteParts,
  quoteTotals,
} from '@muster/domain/money/quote-papers/words';
import type { QuoteChoice, QuoteLine } from '@muster/domain/money/quotes/schema';
import { fitted } from '@muster/domain/values/letterhead';
import { bytesOfPaper, openPaper, type Paper } from '../../../platform/pdf.ts';

/** A picture as it was drawn, and how large that is. */
export interface Logo {
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A quote on paper. Drawn twice, it is the same to the byte. */
export async function quoteDocument(
  quote: PrintedQuote,
  logo: Logo | undefined,
  page: string | null,
): Promise<Uint8Array> {
  const { supplier, state, sent_on } = quote;
  const paper = openPaper({
    title: quoteName(quote),
    author: supplier.name,
    at: new Date(sent_on ?? 0),
    footer: `${supplier.name} · ${quoteName(quote)}`,
    ...(state === 'draft' && { watermark: 'Draft' }),
    ...(state === 'replaced' && { watermark: 'Replaced' }),
  });
  const steps = (async function* () {
    yield draw(paper, quote, logo, page);
  })();
  return Buffer.concat(await Array.fromAsync(bytesOfPaper(paper, steps)));
}

/** In points of paper. */
const LOGO_FRAME = { width: 180, height: 54 };

function draw(paper: Paper, quote: PrintedQuote, logo: Logo | undefined, page: string | null): void {
  const { supplier, buyer, note, terms, state } = quote;
  paper.head({
    ...letterhead(supplier, logo !== undefined),
    logo: logo && { content: logo.content, ...fitted(logo, LOGO_FRAME) },
  });
  paper.amountHeading('Quote', '', amountOfQuote(quote));
  paper.addressed('Prepared for', buyerLines({ buyer }), quoteFacts(quote));
  if (note !== '') paper.paragraph(note);
  if (state === 'accepted') drawChosen(paper, quote);
  else drawOffer(paper, quote);
  const deposit =
    state === 'accepted' ? '' : depositWords(quote, quote.options.length > 0 ? null : choiceOf(quote));
  if (deposit !== '') paper.paragraph(deposit);
  const decision = decisionWords(quote);
  if (decision !== '') paper.paragraph(decision);
  if (page !== null)
    paper.box(
      'Say yes, no, or ask',
      [
        ['Online', 'Scan the code, or open the link in our message.'],
        ...(supplier.phone === '' ? [] : [['By phone', supplier.phone] as const]),
      ],
      { address: page, words: 'Scan to answer' },
    );
  if (terms !== '') {
    paper.section('Terms');
    paper.paragraph(terms);
  }
}

function drawOffer(paper: Paper, quote: PrintedQuote): void {
  const choice = choiceOf(quote);
  const parts = quoteParts(quote);
  for (const { option, lines } of parts) {
    if (option) paper.section(option.name, 80);
    else if (quote.options.length > 0) paper.section('In every option', 80);
    if (option && option.description !== '') paper.paragraph(option.description);
    drawLines(paper, quote, lines);
    if (!option) continue;
    if (parts[0]!.option === null) paper.caption('With what is in every option:');
    drawTotals(paper, quote, { option_id: option.id, extras: [] });
  }
  if (quote.options.length === 0) drawTotals(paper, quote, choice);
  const extras = quoteExtras(quote);
  if (extras.length === 0) return;
  paper.section('Extras you can add', 80);
  paper.caption('Not in the totals above.');
  drawLines(paper, quote, extras);
}

function drawChosen(paper: Paper, quote: PrintedQuote): void {
  const choice = choiceOf(quote);
  const name = optionName(quote, choice);
  if (name !== '') paper.section(`Chosen: ${name}`, 80);
  drawLines(paper, quote, linesOfChoice(quote, choice));
  drawTotals(paper, quote, choice);
}

/** Lines under their headings. */
function drawLines(paper: Paper, { supplier, options }: PrintedQuote, lines: readonly QuoteLine[]): void {
  const withGst = supplier.is_gst_registered;
  const table = { lines: [...lines], supplier };
  const columns = [
    { title: 'Description', share: withGst ? 0.37 : 0.51 },
    { title: 'Quantity', share: withGst ? 0.13 : 0.14, isNumber: true },
    { title: priceTitle(table), share: withGst ? 0.17 : 0.16, isNumber: true },
    ...(withGst ? [{ title: 'GST', share: 0.15, isNumber: true }] : []),
    { title: withGst ? 'Total incl. GST' : 'Total', share: withGst ? 0.18 : 0.19, isNumber: true },
  ];
  const rows: Parameters<Paper['table']>[1][number][] = [];
  for (const [at, printed] of printedLines(table).entries()) {
    const { description, details, quantity, price, gst, amount } = printed;
    const { heading, is_optional, option_id } = lines[at]!;
    const only = is_optional ? (options.find(({ id }) => id === option_id)?.name ?? '') : '';
    if (heading !== '') rows.push({ cells: [heading, ...columns.slice(1).map(() => '')], isStrong: true });
    rows.push({
      cells: [description, quantity, price, ...(withGst ? [gst] : []), amount],
      under: [...details, only === '' ? '' : `With ${only}`].filter((part) => part !== '').join(' · '),
    });
  }
  paper.table(columns, rows);
}

function drawTotals(paper: Paper, quote: PrintedQuote, choice: QuoteChoice): void {
  const list = quoteTotals(quote, choice);
  paper.totals(list.map(([name, amount], at) => ({ name, amount, isStrong: at === list.length - 1 })));
}
