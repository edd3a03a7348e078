import type { PrintedStatement } from '@muster/domain/money/statements/words';
import { statementDocument } from './templates.ts';

declare module '../../../platform/threads.ts' {
  interface Reckonings {
    statementPaper: typeof statementPaper;
  }
}

/** A statement of a year takes as long to draw as an invoice, and longer. */
export function statementPaper({
  printed,
  logo,
}: {
  printed: PrintedStatement;
  logo: Parameters<typeof statementDocument>[1];
}): Promise<Uint8Array> {
  return statementDocument(printed, logo);
}
