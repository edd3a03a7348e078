import type { Business, BusinessEdit } from '@muster/domain/settings/schema';
import { zoneOfRegion } from '@muster/domain/suburbs/rules';
import { workingWeekProblem } from '@muster/domain/technicians/rules';
import { isAbn, NO_ABN, storedAbn } from '@muster/domain/values/abn';
import type { AccountId } from '@muster/domain/values/ids';
import { isEmail, storedEmail } from '@muster/domain/values/email';
import { isOneLine } from '@muster/domain/values/one-line';
import { dispatchers, owners } from '../../platform/changes/from-request.ts';
import { readRows } from '../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';
import { Failure } from '../../platform/http/errors.ts';

/** The account itself, as far as it is the business that owns it; what it pays for is in `licences`. */
export const accounts: TrackedTable<Business> = {
  name: 'accounts',
  columns: [
    'name',
    'phone',
    'email',
    'tells_customers',
    'abn',
    'industry_id',
    'region',
    'zone',
    'working_week',
    'overtime',
    'travel',
    'planning',
    'set_up_at',
  ],
  readers: dispatchers,
  writers: owners,
  label: ({ name }) => name,
  refusals: { accounts_industry_id_fkey: 'There is no such industry.' },
};

export async function readSettings(db: Tx, account: AccountId): Promise<Business> {
  const [business] = await readRows(db, accounts, [account]);
  return business!;
}

export async function editSettings(
  write: Writer,
  account: AccountId,
  { version, is_set_up, ...fields }: BusinessEdit,
): Promise<Business> {
  const { name, phone, email, abn, region, zone, working_week } = fields;
  // It goes into mails, where a second line could pass for something that we say.
  if (name !== undefined && !isOneLine(name))
    throw new Failure('unprocessable', 'Write the name of the business on one line.');
  if (phone !== undefined && !isOneLine(phone))
    throw new Failure('unprocessable', 'Write the phone number on one line.');
  const problem = working_week && workingWeekProblem(working_week);
  if (problem !== undefined) throw new Failure('unprocessable', problem);
  return write.update(
    accounts,
    account,
    {
      ...fields,
      ...(name !== undefined && { name: name.trim() }),
      ...(phone !== undefined && { phone: phone.trim() }),
      ...(email !== undefined && { email: checkedEmail(email) }),
      ...(abn !== undefined && { abn: checkedAbn(abn) }),
      ...(region && zone === undefined && { zone: zoneOfRegion(region) }),
      ...(is_set_up && { set_up_at: write.at.toISOString() }),
    },
    version,
  );
}

function checkedAbn(typed: string | null): string | null {
  const abn = storedAbn(typed);
  if (abn !== null && !isAbn(abn)) throw new Failure('unprocessable', NO_ABN);
  return abn;
}

function checkedEmail(typed: string): string {
  const email = storedEmail(typed);
  if (email !== '' && !isEmail(email))
    throw new Failure('unprocessable', 'This is no email address. Leave it empty where there is none.');
  return email;
}
