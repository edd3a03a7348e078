import { createHash, randomUUIDv7 } from 'node:crypto';
import type { AccountId } from '@muster/domain/values/ids';
import type { Browser, SignedIn } from '../../platform/browser.ts';
import type { Db, Tx } from '../../platform/db/executor.ts';
import { withAccount } from '../../platform/db/account.ts';
import type { Platform } from '../../platform/deps.ts';
import { Failure } from '../../platform/errors.ts';
import { verifyPassword } from '../../platform/passwords.ts';
import { type Limit, perNetwork } from '../../platform/rate-limit.ts';
import { tokenHash } from '../../platform/secret.ts';
import { closeToken, newToken, openSession, type Session } from '../../platform/session.ts';
import { deviceName } from '../../platform/user-agent.ts';
import { sendMail } from '../messages/service.ts';
import {
  findSignIn,
  forgetOtherDevices,
  type FoundSignIn,
  insertAccount,
  insertAccountOnPlan,
  insertStaff,
  insertUsers,
  isRegistered,
  listStaff,
  readAccount,
  readPasswordHash,
  readStaff,
  readUser,
  rememberDevice,
  setDisabled,
  writePassword,
} from './store.ts';

const WINDOW_SECONDS = 15 * 60;
const failuresPerAddress: Limit = { name: 'sign-in of', max: 10, perSeconds: WINDOW_SECONDS };
const failuresPerDevice: Limit = { name: 'sign-in on', max: 10, perSeconds: WINDOW_SECONDS };
const failuresPerNetwork: Limit = { name: 'sign-in from', max: 50, perSeconds: WINDOW_SECONDS };
const failuresPerUser: Limit = { name: 'password of', max: 10, perSeconds: WINDOW_SECONDS };

export { isRegistered, listStaff };
export type { FoundSignIn };

/** Somebody who can sign in; without an account for staff. */
export interface Person {
  account: string | null;
  user: string;
}

/**
 * Signs somebody in. A wrong password, an unknown address and a disabled user take the same work and get the same answer.
 * Only whoever knows the password of a registration learns that it waits to be activated.
 */
export async function signIn(
  platform: Platform,
  attempt: { email: string; password: string },
  browser: Browser,
): Promise<SignedIn> {
  const { database, now } = platform;
  const email = plainAddress(attempt.email);
  const found = await findPerson(database.db, email, browser);
  const isEnabled = found?.disabled_at === null;
  const isRight = await countFailures(
    platform,
    bucketsOf(platform, email, browser, found),
    async () => (await verifyPassword(attempt.password, found?.password_hash)) && isEnabled,
  );
  if (!found || !isRight) {
    throw new Failure('unauthenticated', 'The email or the password is wrong. Check both and try again.');
  }
  const { user_id: user, account_id: account } = found;
  if (user === null) throw new Failure('notActivated');
  const at = new Date(now());
  return database.db.transaction().execute(async (db) => {
    const { isNewDevice, ...signedIn } = await openSessionFor(db, { account, user }, browser, at);
    if (isNewDevice) {
      const device = deviceName(browser.userAgent);
      await sendMail(db, { template: 'new device', to: email, device, at: at.toISOString() });
    }
    return signedIn;
  });
}

/**
 * A new session for somebody who has just proven who they are, in place of the one that the browser had. The browser is
 * remembered as theirs.
 */
export async function openSessionFor(
  db: Tx,
  { account, user }: Person,
  browser: Browser,
  now: Date,
): Promise<SignedIn & { isNewDevice: boolean }> {
  if (browser.session) await closeToken(db, browser.session);
  const device = browser.device ?? newToken();
  const isNewDevice = await rememberDevice(db, { account, user, hash: tokenHash(device), now });
  const session = await openSession(db, { account, user, userAgent: browser.userAgent, now });
  return { session, device, isNewDevice };
}

/** Whoever an address belongs to, be it somebody who has not activated yet. */
export async function findPerson(
  db: Db,
  address: string,
  { registration, device }: Browser,
): Promise<FoundSignIn | undefined> {
  return findSignIn(db, plainAddress(address), { registration, device: hashOf(device) });
}

/** As addresses are stored, however they are typed. */
export function plainAddress(typed: string): string {
  return typed.trim().toLowerCase();
}

interface Bucket {
  limit: Limit;
  key: string;
}

/**
 * Where a failure counts. Somebody's own device has a count of its own, and only that one: the failures of strangers, be they
 * from the same network, do not keep them out.
 */
function bucketsOf(
  { settings }: Platform,
  email: string,
  browser: Browser,
  found: FoundSignIn | undefined,
): Bucket[] {
  if (found?.has_device && browser.device)
    return [{ limit: failuresPerDevice, key: fingerprint(`${browser.device} ${email}`) }];
  return [
    { limit: perNetwork(failuresPerNetwork, settings), key: browser.network },
    { limit: failuresPerAddress, key: fingerprint(email) },
  ];
}

/** Each attempt is counted before it is made and given back when it succeeds, so that many at once count too. */
async function countFailures(
  { limiter }: Platform,
  buckets: Bucket[],
  verify: () => Promise<boolean>,
): Promise<boolean> {
  for (const { limit, key } of buckets) await limiter.take(limit, key);
  const giveBack = async () => {
    for (const { limit, key } of buckets.toReversed()) await limiter.giveBack(limit, key);
  };
  const isRight = await verify().catch(async (error: unknown) => {
    // Too busy to look: that is not the caller's failure.
    await giveBack();
    throw error;
  });
  if (isRight) await giveBack();
  return isRight;
}

/** Whether this is the password of whoever is signed in; too many wrong ones are refused for a while. */
export async function isOwnPassword(
  platform: Platform,
  session: Session,
  password: string,
): Promise<boolean> {
  const { account, user } = session;
  const stored = await inAccount(platform.database.db, account, (db) => readPasswordHash(db, user));
  return countFailures(platform, [{ limit: failuresPerUser, key: user }], () =>
    verifyPassword(password, stored),
  );
}

/**
 * Gives somebody a new password and tells them by mail. All their sessions end with it, their open reset links are revoked,
 * and every other browser is a stranger again.
 */
export async function setPassword(
  db: Tx,
  { account, user }: Person,
  hash: string,
  device: string | undefined,
): Promise<void> {
  await writePassword(db, user, hash);
  await forgetOtherDevices(db, user, hashOf(device));
  const { email } = account === null ? await readStaff(db, user) : await readUser(db, user);
  await sendMail(db, { template: 'password changed', to: email });
}

export async function emailOf(db: Db, { account, user }: Person): Promise<string> {
  const { email } = await inAccount(db, account, (db) =>
    account === null ? readStaff(db, user) : readUser(db, user),
  );
  return email;
}

/** Long names are cut rather than refused: the business can be renamed. */
const LONGEST_ACCOUNT_NAME = 200;

interface Founder {
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  plan_code: string;
  password_hash: string;
}

/** A business and its first user, its owner, who is returned. To be called inside the account that is to be. */
export async function openAccount(db: Tx, account: AccountId, founder: Founder): Promise<string> {
  const { email, first_name, last_name, phone, plan_code, password_hash } = founder;
  const name = `${first_name} ${last_name}`.slice(0, LONGEST_ACCOUNT_NAME);
  const id = randomUUIDv7();
  await insertAccountOnPlan(db, { id: account, name, plan_code, phone });
  await insertUsers(db, account, [{ id, email, first_name, last_name, password_hash, role: 'owner' }]);
  return id;
}

/** A business whose owner is still to come. To be called inside the account that is to be. */
export async function openEmptyAccount(
  db: Tx,
  account: { id: AccountId; name: string; phone: string; plan_code: string; licences: number },
): Promise<void> {
  await insertAccount(db, { ...account, name: account.name.slice(0, LONGEST_ACCOUNT_NAME) });
}

export async function accountName(db: Db, account: string): Promise<string> {
  const { name } = await withAccount(db, account as AccountId, readAccount);
  return name;
}

/** Somebody who was invited: as the owner of the account they are in, or as one of Muster's own. */
export async function addPerson(
  db: Tx,
  account: AccountId | null,
  person: { email: string; first_name: string; last_name: string; password_hash: string },
): Promise<string> {
  const id = randomUUIDv7();
  if (account === null) await insertStaff(db, { id, ...person });
  else await insertUsers(db, account, [{ id, ...person, role: 'owner' }]);
  return id;
}

/** Ends their sessions too; null lets them in again. */
export async function disableStaff(db: Tx, staff: string, at: Date | null): Promise<void> {
  await setDisabled(db, [staff], at);
}

/** A transaction in somebody's account, or outside all of them for those who have none. */
export async function inAccount<T>(db: Db, account: string | null, work: (db: Tx) => Promise<T>): Promise<T> {
  if (account === null) return db.transaction().execute(work);
  return withAccount(db, account as AccountId, work);
}

/** Who is signed in, and where. */
export async function describeSession(db: Db, { account, user }: Session) {
  if (account === null)
    return { user: { ...(await readStaff(db, user)), role: 'staff' as const }, account: null };
  return withAccount(db, account, async (db) => {
    const { id, name } = await readAccount(db);
    return { user: await readUser(db, user), account: { id, name } };
  });
}

function hashOf(device: string | undefined): Buffer | undefined {
  return device === undefined ? undefined : tokenHash(device);
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
