import type { PrintedInvoice } from '@muster/domain/money/invoice-papers/words';
import { invoiceDocument, type Logo } from './templates.ts';

declare module '../../../platform/threads.ts' {
  interface Reckonings {
    invoicePaper: typeof invoicePaper;
  }
}

/** A paper takes a tenth of a second to draw, which nobody else who asks the server for something should wait. */
export function invoicePaper({
  invoice,
  logo,
  page,
}: {
  invoice: PrintedInvoice;
  logo: Logo | undefined;
  page: string | null;
}): Promise<Uint8Array> {
  return invoiceDocument(invoice, logo, page);
}
