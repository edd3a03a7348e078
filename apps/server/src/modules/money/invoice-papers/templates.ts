import {
  amountOnPaper,
  buyerLines,
  creditWords,
  gstSentence,
  letterhead,
  paperFacts,
  paperName,
  paperTitle,
  paperTotals,
  paymentFacts,
  printedLines,
  type PrintedInvoice,
  priceTitle,
  workWords,
} from '@muster/domain/money/invoice-papers/words';
import { fitted } from '@muster/domain/values/letterhead';
import { bytesOfPaper, openPaper, type Paper } from '../../../platform/pdf.ts';

/** A picture as it was drawn, and how large that is. */
export interface Logo {
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** An invoice or a credit note on paper. Drawn twice, it is the same to the byte. */
export async function invoiceDocument(
  invoice: PrintedInvoice,
  logo: Logo | undefined,
  page: string | null,
): Promise<Uint8Array> {
  const { supplier, state, issued_on } = invoice;
  const paper = openPaper({
    title: paperName(invoice),
    author: supplier.name,
    at: new Date(issued_on ?? 0),
    footer: `${supplier.name} · ${paperName(invoice)}`,
    ...(state === 'draft' && { watermark: 'Draft' }),
  });
  const steps = (async function* () {
    yield draw(paper, invoice, logo, page);
  })();
  return Buffer.concat(await Array.fromAsync(bytesOfPaper(paper, steps)));
}

/** In points of paper. */
const LOGO_FRAME = { width: 180, height: 54 };

function draw(paper: Paper, invoice: PrintedInvoice, logo: Logo | undefined, page: string | null): void {
  const { supplier, note, work } = invoice;
  paper.head({
    ...letterhead(supplier, logo !== undefined),
    logo: logo && { content: logo.content, ...fitted(logo, LOGO_FRAME) },
  });
  paper.amountHeading(paperTitle(invoice), creditWords(invoice), amountOnPaper(invoice));
  paper.addressed(
    invoice.kind === 'credit note' ? 'Credit to' : 'Bill to',
    buyerLines(invoice),
    paperFacts(invoice),
  );
  if (work.length > 0) paper.caption(work.map(workWords).join('\n'));
  drawLines(paper, invoice);
  drawTotals(paper, invoice);
  drawHowToPay(paper, invoice, page);
  if (note !== '') paper.paragraph(note);
}

/** To whom money goes, beside the code that leads to the page of the invoice. */
function drawHowToPay(paper: Paper, invoice: PrintedInvoice, page: string | null): void {
  const payment = paymentFacts(invoice);
  const words = invoice.takes_card ? 'Scan to pay by card' : 'Scan to see this invoice';
  const scanned = page === null ? undefined : { address: page, words };
  if (payment.length > 0) paper.box('How to pay', payment, scanned);
  else if (scanned) {
    const { name, amount } = amountOnPaper(invoice);
    paper.box(invoice.takes_card ? 'Pay by card' : 'See it online', [[name, amount]], scanned);
  }
}

function drawLines(paper: Paper, invoice: PrintedInvoice): void {
  const withGst = invoice.supplier.is_gst_registered;
  // A million dollars stands in one line.
  const columns = [
    { title: 'Description', share: withGst ? 0.35 : 0.5 },
    { title: 'Quantity', share: withGst ? 0.13 : 0.14, isNumber: true },
    { title: priceTitle(invoice), share: 0.18, isNumber: true },
    ...(withGst ? [{ title: 'GST', share: 0.16, isNumber: true }] : []),
    { title: withGst ? 'Total incl. GST' : 'Total', share: 0.18, isNumber: true },
  ];
  const rows = printedLines(invoice).map(({ description, details, quantity, price, gst, amount }) => ({
    cells: [description, quantity, price, ...(withGst ? [gst] : []), amount],
    under: details.join(' · '),
  }));
  paper.table(columns, rows);
}

function drawTotals(paper: Paper, invoice: PrintedInvoice): void {
  const list = paperTotals(invoice);
  paper.totals(
    list.map(([name, amount], at) => ({
      name,
      amount,
      isStrong: at === list.length - 1 || name.startsWith('Total including'),
    })),
  );
  const sentence = gstSentence(invoice);
  if (sentence !== '') paper.caption(sentence);
}
