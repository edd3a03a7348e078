import { centsInWords } from '../../values/cents.ts';
import { bankAccountFacts } from '../bank-details/rules.ts';
import { dayOnPaper } from '../invoice-papers/words.ts';
import type { Buyer, Supplier } from '../invoices/schema.ts';
import { ages, ageWords, type EntryKind } from './rules.ts';
import type { Statement, StatementEntry } from './schema.ts';

/** What a statement is printed from: who sends it and who gets it, as they are now. */
export interface PrintedStatement {
  readonly statement: Statement;
  readonly entries: readonly StatementEntry[];
  readonly supplier: Supplier;
  readonly buyer: Buyer;
}

const kindWords: Readonly<Record<EntryKind, string>> = {
  invoice: 'Invoice',
  'credit note': 'Credit note',
  payment: 'Payment, thank you',
  refund: 'Refund to you',
  'payment taken back': 'Payment reversed',
  'refund taken back': 'Refund reversed',
};

/** "Invoice INV-1001", "Payment, thank you". */
export function entryWords({ kind, number }: Pick<StatementEntry, 'kind' | 'number'>): string {
  return number === null ? kindWords[kind] : `${kindWords[kind]} ${number}`;
}

type Facts = readonly (readonly [string, string])[];

/** The one amount that whoever gets it looks for. */
export function statementAmount({ closing, to }: Statement) {
  return {
    name: closing < 0 ? 'In credit' : 'Balance owing',
    amount: centsInWords(Math.abs(closing)),
    by: `On ${dayOnPaper(to)}`,
  };
}

export function statementFacts({ from, to, opening }: Statement): Facts {
  return [
    ['From', dayOnPaper(from)],
    ['To', dayOnPaper(to)],
    ['Opening balance', centsInWords(opening)],
  ];
}

/** What is owed by how long it has been due. Nothing is said of a business to which nothing is owed. */
export function agedFacts(statement: Statement): Facts {
  if (statement.owed === 0) return [];
  const owed = ages.map((age) => [ageWords[age], centsInWords(statement[age])] as const);
  return statement.credit === 0 ? owed : [...owed, ['Credit', centsInWords(-statement.credit)] as const];
}

/** Where to pay what is owed. */
export function statementPayment({ statement, supplier }: PrintedStatement): Facts {
  if (statement.balance <= 0 || supplier.bank === null) return [];
  return [...bankAccountFacts(supplier.bank), ['Reference', 'The number of the invoice']];
}

/** As it is saved: "Statement Smith 2026-11-16.pdf", without what no file system likes. */
export function statementFileName({ customer_name, to }: Statement): string {
  return `Statement ${customer_name.replaceAll(/[^\p{L}\p{N} .-]/gu, '-').slice(0, 60)} ${to}`;
}
