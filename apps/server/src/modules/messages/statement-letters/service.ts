import type { StatementQuery } from '@muster/domain/money/statements/schema';
import type { Tx } from '../../../platform/db/executor.ts';
import { printedStatement } from '../../money/statements/service.ts';
import type { AccountLetter } from '../invoice-letters/service.ts';
import { statementLetterOf } from './templates.ts';

/** The statement of a customer over these days, as a letter. */
export async function letterWithStatement(
  db: Tx,
  customer: string,
  { from, to }: StatementQuery,
): Promise<AccountLetter> {
  const printed = await printedStatement(db, customer, { from, to });
  const name = printed.statement.customer_name;
  return { kind: 'statement', customer: { id: customer, name }, ...statementLetterOf(printed) };
}
