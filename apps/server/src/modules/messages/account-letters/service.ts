import type { StatementQuery } from '@muster/domain/money/statements/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { moneySettingsOf } from '../../money/money-settings/service.ts';
import { printedReceipt } from '../../money/payments/service.ts';
import { printedStatement } from '../../money/statements/service.ts';
import { type AccountLetter, mailUnasked } from '../invoice-letters/service.ts';
import { receiptLetterOf, statementLetterOf } from './templates.ts';

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

/** The receipt of a payment, or the confirmation of a refund, as a letter: never of what counts no more. */
export async function letterWithReceipt(db: Tx, payment: string): Promise<AccountLetter> {
  const printed = await printedReceipt(db, payment);
  const { kind, customer_id, customer_name, taken_back_at } = printed.payment;
  if (taken_back_at !== null)
    throw new Failure(
      'conflict',
      `This ${kind} was reversed, so its ${kind === 'payment' ? 'receipt' : 'confirmation'} isn’t sent.`,
    );
  const customer = { id: customer_id, name: customer_name };
  return { kind: 'receipt', customer, payment, ...receiptLetterOf(printed) };
}

/** Whoever has paid by card gets the receipt by itself, where the owner lets that be sent. The payment is recorded whatever becomes of it. */
export async function thankForCard(
  write: Writer,
  account: AccountId,
  { payment, email }: { payment: string; email: string },
): Promise<void> {
  const { sends_card_receipts } = await moneySettingsOf(write.db);
  if (sends_card_receipts)
    await mailUnasked(write, account, await letterWithReceipt(write.db, payment), email);
}
