import {
  bankAccountProblem,
  isBankAccount,
  maskedBankAccount,
  noBankAccount,
  storedBankAccount,
} from '@muster/domain/money/bank-details/rules';
import type { BankDetails, BankDetailsEdit } from '@muster/domain/money/bank-details/schema';
import type { Supplier } from '@muster/domain/money/invoices/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { owners } from '../../../platform/changes/from-request.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Platform } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { bankDetailChangesPerAccount } from '../../../platform/limit-table.ts';
import { takeHits } from '../../../platform/limits.ts';
import type { Browser } from '../../../platform/sign-in/browser.ts';
import type { Session } from '../../../platform/sign-in/session.ts';
import { sendMail } from '../../basics/mails/service.ts';
import { verifyOwnPassword } from '../../identity/accounts/service.ts';
import { findBankDetails, listOwners } from './store.ts';

export const bankDetails: TrackedTable<BankDetails> = {
  name: 'bank_details',
  columns: ['account_name', 'bsb', 'account_number', 'payid'],
  readers: owners,
  writers: owners,
  label: () => 'invoices',
};

/** Where customers pay to, as a paper that is issued now says it; null where nothing is set. */
export async function bankDetailsOf(db: Tx): Promise<Supplier['bank']> {
  const found = await findBankDetails(db);
  if (!found || !isBankAccount(found)) return null;
  const { account_name, bsb, account_number, payid } = found;
  return { account_name, bsb, account_number, payid };
}

export async function readBankDetails(db: Tx, account: AccountId): Promise<BankDetails> {
  return (await findBankDetails(db)) ?? { id: account, version: 0, ...noBankAccount };
}

/** Whoever finds an open screen is no owner: the password says who somebody is. */
export async function provePassword(
  platform: Platform,
  session: Session,
  password: string,
  browser: Browser,
): Promise<void> {
  if ((await verifyOwnPassword(platform, session, password, browser)) !== undefined) return;
  throw new Failure('unprocessable', 'Your current password is wrong. Check it and try again.', {
    data: { field: 'current_password' },
  });
}

/** Every owner is told by mail, because an account number that somebody swaps takes what all customers pay. */
export async function changeBankDetails(
  write: Writer,
  account: AccountId,
  { version, ...typed }: Omit<BankDetailsEdit, 'current_password'>,
): Promise<BankDetails> {
  const fields = storedBankAccount(typed);
  const problem = bankAccountProblem(fields);
  if (problem) throw new Failure('unprocessable', problem.message, { data: { field: problem.field } });
  const known = await findBankDetails(write.db);
  if (known === undefined && version === 0) {
    const [row] = await write.insert(bankDetails, [{ id: account, ...fields }]);
    await tellOwners(write, account, { before: noBankAccount, after: row! });
    return row!;
  }
  const row = await write.update(bankDetails, account, fields, version);
  if (row.version !== version) await tellOwners(write, account, { before: known!, after: row });
  return row;
}

async function tellOwners(
  { db, author, at }: Writer,
  account: AccountId,
  { before, after }: { before: Parameters<typeof maskedBankAccount>[0]; after: BankDetails },
): Promise<void> {
  await takeHits(db, [{ limit: bankDetailChangesPerAccount, key: account }], at);
  const owners = await listOwners(db);
  const by = owners.find(({ id }) => id === author.user)?.name ?? '';
  const told = {
    by,
    at: at.toISOString(),
    before: maskedBankAccount(before),
    after: maskedBankAccount(after),
  };
  for (const { email } of owners)
    await sendMail(db, { template: 'bank details changed', to: email, ...told });
}
