import { abnInWords } from '@muster/domain/values/abn';
import { centsInWords } from '@muster/domain/values/cents';
import { OFFICE_ZONE } from '@muster/domain/values/office-time';
import { OUR_COLOUR } from '@muster/domain/values/colour';
import { bytesOfPaper, openPaper, type Paper } from '../../../platform/pdf.ts';
import type { StoredInvoice } from './store.ts';

declare module '../../../platform/threads.ts' {
  interface Reckonings {
    billingPaper: typeof billingPaper;
  }
}

/** A tax invoice from Muster: with Stripe's number and amounts, and in the words that the law wants. Drawn twice, it is the same. */
export async function billingPaper({
  invoice,
  brand,
}: {
  invoice: StoredInvoice;
  brand: string;
}): Promise<Uint8Array> {
  const { number, issued_at, contents } = invoice;
  const title = titleOf(invoice);
  const { name } = contents.supplier;
  const paper = openPaper({
    title: `${title} ${number}`,
    author: name,
    at: issued_at,
    footer: `${name} · ${title} ${number}`,
  });
  const steps = (async function* () {
    yield draw(paper, invoice, title, brand);
  })();
  return Buffer.concat(await Array.fromAsync(bytesOfPaper(paper, steps)));
}

/** What the law calls it. */
function titleOf({ total_cents, gst_cents }: StoredInvoice): string {
  if (total_cents < 0) return gst_cents === 0 ? 'Credit note' : 'Adjustment note';
  return gst_cents === 0 ? 'Invoice' : 'Tax invoice';
}

function draw(paper: Paper, invoice: StoredInvoice, title: string, brand: string): void {
  const { number, issued_at, due_at, paid_at, state, total_cents, gst_cents, contents } = invoice;
  const { supplier, buyer, lines, from_balance = 0 } = contents;
  const hasGst = gst_cents !== 0;
  const abn = `ABN ${abnInWords(supplier.abn)}`;
  paper.head({ name: brand, lines: [supplier.name, abn], colour: OUR_COLOUR, logo: undefined });
  paper.amountHeading(`${title} ${number}`, '', {
    name: total_cents < 0 ? 'Off your next payments' : standing(state, paid_at, due_at),
    amount: centsInWords(Math.abs(total_cents - from_balance)),
    by: '',
  });
  paper.addressed(
    'Bill to',
    [buyer.name, buyer.email].filter((line) => line !== ''),
    [
      ['Date', day(issued_at)],
      ...(due_at ? ([['Due', day(due_at)]] as const) : []),
      ['From', `${supplier.name}, ${abn}`],
    ],
  );
  paper.table(
    [
      { title: 'Description', share: 0.75 },
      { title: hasGst ? 'Total incl. GST' : 'Total', share: 0.25, isNumber: true },
    ],
    lines.map(({ text, cents }) => ({ cells: [text, centsInWords(cents)], under: '' })),
  );
  paper.totals([
    ...(hasGst ? [{ name: 'GST included', amount: centsInWords(gst_cents), isStrong: false }] : []),
    {
      name: hasGst ? 'Total including GST' : 'Total',
      amount: centsInWords(total_cents),
      isStrong: true,
    },
    ...(from_balance > 0
      ? [{ name: 'From your earlier credit', amount: centsInWords(-from_balance), isStrong: false }]
      : []),
  ]);
}

function standing(state: StoredInvoice['state'], paidAt: Date | null, dueAt: Date | null): string {
  if (state === 'paid' && paidAt) return `Paid ${day(paidAt)}`;
  if (state === 'void') return 'Cancelled';
  return dueAt ? `To pay by ${day(dueAt)}` : 'To pay';
}

function day(at: Date): string {
  return new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeZone: OFFICE_ZONE }).format(at);
}
