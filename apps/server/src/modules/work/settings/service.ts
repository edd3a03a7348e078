import { HOUR_SECONDS } from '@muster/domain/values/minutes';
import type { Business, BusinessEdit } from '@muster/domain/work/settings/schema';
import { zoneOfRegion } from '@muster/domain/work/suburbs/rules';
import { textsProblem } from '@muster/domain/work/visits/message-texts';
import { workingWeekProblem } from '@muster/domain/work/technicians/rules';
import { isAbn, NO_ABN, storedAbn } from '@muster/domain/values/abn';
import type { AccountId } from '@muster/domain/values/ids';
import { isMailAddress, storedEmail } from '@muster/domain/values/email';
import { hasLink } from '@muster/domain/values/mail-words';
import { isOneLine } from '@muster/domain/values/one-line';
import { dispatchers, owners } from '../../../platform/changes/from-request.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { createHook } from '../../../platform/hook.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { linkToken, tokenHash } from '../../../platform/sign-in/secret.ts';
import { sendMailForAnybody } from '../../basics/mails/service.ts';
import { isOfUser } from './store.ts';

const NAME_WITH_LINK = 'Enter the name without web or email addresses.';

/** Whether a business may have that logo; files are kept in a district above. */
export const logoChosen = createHook<[write: Writer, logo: string | null], void>('logo chosen');

/** The account itself, as far as it is the business that owns it; what it pays for is in `licences`. */
export const accounts: TrackedTable<Business> = {
  name: 'accounts',
  columns: [
    'name',
    'phone',
    'email',
    'verified_email',
    'tells_customers',
    'confirms_bookings',
    'message_ways',
    'message_texts',
    'reminder_at',
    'sends_reports',
    'abn',
    'trade_licence',
    'colour',
    'logo_id',
    'industry_id',
    'region',
    'zone',
    'working_week',
    'overtime',
    'travel',
    'planning',
    'pins_agreed',
    'customer_page',
    'film_seconds',
    'report_leaves_out',
    'set_up_at',
  ],
  readers: dispatchers,
  writers: owners,
  label: ({ name }) => name,
  refusals: { accounts_industry_id_fkey: 'This trade no longer exists. Choose another one.' },
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
  const { name, phone, email, abn, trade_licence, logo_id, region, zone, working_week, message_texts } =
    fields;
  // It goes into mails, where a second line could pass for something that we say.
  if (name !== undefined && !isOneLine(name))
    throw new Failure('unprocessable', 'Enter the business name on one line.');
  if (name !== undefined && hasLink(name)) throw new Failure('unprocessable', NAME_WITH_LINK);
  if (phone !== undefined && !isOneLine(phone))
    throw new Failure('unprocessable', 'Enter the phone number on one line.');
  if (trade_licence !== undefined && !isOneLine(trade_licence))
    throw new Failure('unprocessable', 'Enter the licence numbers on one line.');
  if (trade_licence !== undefined && hasLink(trade_licence))
    throw new Failure('unprocessable', 'Enter the licence numbers without web or email addresses.');
  if (logo_id !== undefined) await logoChosen.run(write, logo_id);
  const wrong = message_texts && textsProblem(message_texts);
  if (wrong !== undefined) throw new Failure('unprocessable', wrong);
  const problem = working_week && workingWeekProblem(working_week);
  if (problem !== undefined) throw new Failure('unprocessable', problem);
  return write.update(
    accounts,
    account,
    {
      ...fields,
      ...(name !== undefined && { name: name.trim() }),
      ...(phone !== undefined && { phone: phone.trim() }),
      ...(email !== undefined && (await answersTo(write.db, checkedEmail(email)))),
      ...(abn !== undefined && { abn: checkedAbn(abn) }),
      ...(trade_licence !== undefined && { trade_licence: trade_licence.trim() }),
      ...(region && zone === undefined && { zone: zoneOfRegion(region) }),
      ...(is_set_up && { set_up_at: write.at.toISOString() }),
    },
    version,
  );
}

/** Whoever signs in with an address has confirmed it by that. */
async function answersTo(db: Tx, email: string): Promise<Pick<Business, 'email'> & Partial<Business>> {
  return { email, ...((await isOfUser(db, email)) && { verified_email: email }) };
}

/** Sends a link to the address for answers. Its token follows from the address, so that it is of use for no other. */
export async function sendConfirmation(db: Tx, keys: Keyring, account: AccountId, at: Date): Promise<void> {
  const { email, verified_email } = await readSettings(db, account);
  if (email === '') throw new Failure('unprocessable', 'Enter a reply address and save it first.');
  if (email === verified_email) throw new Failure('unprocessable', 'This address is already confirmed.');
  const link = { purpose: 'answers', id: linkId(account, email), key: keys.newest.id } as const;
  if (!(await sendMailForAnybody(db, { template: 'reply address', to: email, link }, 'strangers', at)))
    throw new Failure('tooMany', 'We’ve already sent several emails to this address. Try again in an hour.', {
      retryAfterSeconds: HOUR_SECONDS,
    });
}

/** Notes that whoever reads mails at the address for answers is the business. */
export async function confirmEmail(
  write: Writer,
  account: AccountId,
  token: string,
  { secret, keys }: { secret: Buffer; keys: Keyring },
): Promise<Business> {
  const { email, version } = await readSettings(write.db, account);
  // Those that were mailed before such links had keys of their own hang on the database's password, and have no end.
  const made = [...keys.all.map(({ links }) => links), secret].map((key) =>
    linkToken(key, 'answers', linkId(account, email)),
  );
  const isRight = email !== '' && made.some((wanted) => tokenHash(token).equals(tokenHash(wanted)));
  if (!isRight)
    throw new Failure(
      'unprocessable',
      'This link is for another address or business. Send a new one from the settings.',
    );
  return write.update(accounts, account, { verified_email: email }, version);
}

function linkId(account: AccountId, email: string): string {
  return `${account}:${email}`;
}

function checkedAbn(typed: string | null): string | null {
  const abn = storedAbn(typed);
  if (abn !== null && !isAbn(abn)) throw new Failure('unprocessable', NO_ABN);
  return abn;
}

function checkedEmail(typed: string): string {
  const email = storedEmail(typed);
  if (email !== '' && !isMailAddress(email))
    throw new Failure('unprocessable', 'Enter an email address like name@example.com, or leave it empty.');
  return email;
}
