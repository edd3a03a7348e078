import { dayOnPaper, letterhead } from '@muster/domain/money/invoice-papers/words';
import {
  agedFacts,
  entryWords,
  type PrintedStatement,
  statementAmount,
  statementFacts,
  statementPayment,
} from '@muster/domain/money/statements/words';
import type { StatementEntry } from '@muster/domain/money/statements/schema';
import { centsInWords, plainCents } from '@muster/domain/values/cents';
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

/** What somebody owed, what happened since and what they owe now, on paper. */
export async function statementDocument(
  printed: PrintedStatement,
  logo: Logo | undefined,
): Promise<Uint8Array> {
  const { statement, supplier } = printed;
  const paper = openPaper({
    title: `Statement ${statement.customer_name}`,
    author: supplier.name,
    at: new Date(statement.to),
    footer: `${supplier.name} · Statement to ${dayOnPaper(statement.to)}`,
  });
  const steps = (async function* () {
    yield draw(paper, printed, logo);
  })();
  return Buffer.concat(await Array.fromAsync(bytesOfPaper(paper, steps)));
}

function draw(paper: Paper, printed: PrintedStatement, logo: Logo | undefined): void {
  const { statement, entries, supplier, buyer } = printed;
  paper.head({
    ...letterhead(supplier, logo !== undefined),
    logo: logo && { content: logo.content, ...fitted(logo, LOGO_FRAME) },
  });
  paper.amountHeading('Statement', '', statementAmount(statement));
  paper.addressed(
    'To',
    [buyer.name, buyer.address].filter((line) => line !== ''),
    statementFacts(statement),
  );
  paper.table(
    [
      { title: 'Date', share: 0.17 },
      { title: 'What', share: 0.37 },
      { title: 'Due', share: 0.16 },
      { title: 'Amount', share: 0.15, isNumber: true },
      { title: 'Balance', share: 0.15, isNumber: true },
    ],
    entries.map((entry) => ({
      cells: [
        dayOnPaper(entry.on),
        [entryWords(entry), entry.text].filter((part) => part !== '').join(' · '),
        entry.due_on === null ? '' : dayOnPaper(entry.due_on),
        centsInWords(entry.amount),
        centsInWords(entry.balance),
      ],
    })),
  );
  paper.totals([{ ...statementTotal(printed), isStrong: true }]);
  const aged = agedFacts(statement);
  if (aged.length > 0) paper.box('How long it has been due', aged);
  const payment = statementPayment(printed);
  if (payment.length > 0) paper.box('How to pay', payment);
}

function statementTotal({ statement }: PrintedStatement) {
  const { name, amount } = statementAmount(statement);
  return { name, amount };
}

const exact = (text: string | number) => ({ exact: String(text) });

/** The same for a spreadsheet. */
export const statementLayout = {
  heads: ['Date', 'What', 'Number', 'Details', 'Due', 'Amount', 'Balance'],
  rows: (entry: StatementEntry) => [
    [
      exact(entry.on),
      entryWords({ ...entry, number: null }),
      entry.number ?? '',
      entry.text,
      exact(entry.due_on ?? ''),
      exact(plainCents(entry.amount)),
      exact(plainCents(entry.balance)),
    ],
  ],
};
