import type { PrintedReceipt } from '@muster/domain/money/payments/words';
import { receiptDocument } from './templates.ts';

declare module '../../../platform/threads.ts' {
  interface Reckonings {
    receiptPaper: typeof receiptPaper;
  }
}

/** A paper takes a tenth of a second to draw, which nobody else who asks the server for something should wait. */
export function receiptPaper({
  printed,
  logo,
}: {
  printed: PrintedReceipt;
  logo: Parameters<typeof receiptDocument>[1];
}): Promise<Uint8Array> {
  return receiptDocument(printed, logo);
}
