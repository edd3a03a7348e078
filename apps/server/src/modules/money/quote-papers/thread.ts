import type { PrintedQuote } from '@muster/domain/money/quote-papers/words';
import { type Logo, quoteDocument } from './templates.ts';

declare module '../../../platform/threads.ts' {
  interface Reckonings {
    quotePaper: typeof quotePaper;
  }
}

/** Drawn beside the thread that answers requests, as invoices are. */
export function quotePaper({
  quote,
  logo,
  page,
}: {
  quote: PrintedQuote;
  logo: Logo | undefined;
  page: string | null;
}): Promise<Uint8Array> {
  return quoteDocument(quote, logo, page);
}
