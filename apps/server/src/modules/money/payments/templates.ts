import { letterhead } from '@muster/domain/money/invoice-papers/words';
import {
  type PrintedReceipt,
  receiptAmount,
  receiptFacts,
  receiptLines,
  receiptTitle,
} from '@muster/domain/money/payments/words';
import { fitted } from '@muster/domain/values/letterhead';
import { bytesOfPaper, openPaper, type Paper } from '../../../platform/pdf.ts';

/** A picture as it was drawn, and how large that is. */
interface Logo {
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** In points of paper. */
const LOGO_FRAME = { width: 180, height: 54 };

/** That money came in, or went back, on paper. */
export async function receiptDocument(printed: PrintedReceipt, logo: Logo | undefined): Promise<Uint8Array> {
  const { payment, supplier } = printed;
  const title = `${receiptTitle(payment)} ${payment.customer_name}`;
  const paper = openPaper({
    title,
    author: supplier.name,
    at: new Date(payment.received_on),
    footer: `${supplier.name} · ${receiptTitle(payment)}`,
    ...(payment.taken_back_on !== null && { watermark: 'Reversed' }),
  });
  const steps = (async function* () {
    yield draw(paper, printed, logo);
  })();
  return Buffer.concat(await Array.fromAsync(bytesOfPaper(paper, steps)));
}

function draw(paper: Paper, { payment, supplier, buyer }: PrintedReceipt, logo: Logo | undefined): void {
  paper.head({
    ...letterhead(supplier, logo !== undefined),
    logo: logo && { content: logo.content, ...fitted(logo, LOGO_FRAME) },
  });
  paper.amountHeading(receiptTitle(payment), '', receiptAmount(payment));
  paper.addressed(
    payment.kind === 'payment' ? 'From' : 'To',
    [buyer.name, buyer.address].filter((line) => line !== ''),
    receiptFacts(payment),
  );
  paper.table(
    [
      { title: 'For', share: 0.7 },
      { title: 'Amount', share: 0.3, isNumber: true },
    ],
    receiptLines(payment).map((cells) => ({ cells })),
  );
}
