import { randomUUIDv7 } from 'node:crypto';
import type { AccountId } from '@muster/domain/values/ids';
import type { Browser, SignedIn } from '../../platform/browser.ts';
import type { Db, Tx } from '../../platform/db/executor.ts';
import { withAccount } from '../../platform/db/account.ts';
import { type Bucket, countFailures } from '../../platform/count-failures.ts';
import type { Platform } from '../../platform/deps.ts';
import { Failure } from '../../platform/errors.ts';
import { verifyPassword } from '../../platform/passwords.ts';
import { type Limit, perNetwork } from '../../platform/rate-limit.ts';
import { fingerprint, tokenHash } from '../../platform/secret.ts';
import type { Session } from '../../platform/session.ts';
import { deviceName } from '../../platform/user-agent.ts';
import { sendMail } from '../messages/service.ts';
import { forgetOtherBrowsers, openSessionFor, type Person } from '../sessions/service.ts';
import {
  findSignIn,
  type FoundSignIn,
  hasOwner,
  holdPassword,
  insertAccount,
  insertAccountOnPlan,
  insertStaff,
  insertUsers,
  isRegistered,
  listStaff,
  lockAddress,
  readAccount,
  readPasswordHash,
  readStaff,
  readUser,
  setDisabled,
  writePassword,
} from './store.ts';

const WINDOW_SECONDS = 15 * 60;
const failuresPerAddress: Limit = { name: 'sign-in of', max: 10, perSeconds: WINDOW_SECONDS };
const failuresPerDevice: Limit = { name: 'sign-in on', max: 10, perSeconds: WINDOW_SECONDS };
const failuresPerNetwork: Limit = { name: 'sign-in from', max: 50, perSeconds: WINDOW_SECONDS };
const failuresPerUser: Limit = { name: 'password of', max: 10, perSeconds: WINDOW_SECONDS };

export { hasOwner, isRegistered, listStaff, lockAddress };
export type { FoundSignIn };

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
    platform.limiter,
    bucketsOf(platform, email, browser, found),
    async () => (await verifyPassword(attempt.password, found?.password_hash)) && isEnabled,
  );
  if (!found || !isRight) throw wrongSignIn();
  const { user_id: user, account_id: account } = found;
  if (user === null) throw new Failure('notActivated');
  const at = new Date(now());
  return inAccount(database.db, account, async (db) => {
    // Verifying takes a while, and the password may have been changed in it.
    if (!(await holdPassword(db, { account, user }, found.password_hash))) throw wrongSignIn();
    const { isNewDevice, ...signedIn } = await openSessionFor(db, { account, user }, browser, at);
    if (isNewDevice) {
      const device = deviceName(browser.userAgent);
      await sendMail(db, { template: 'new device', to: email, device, at: at.toISOString() });
    }
    return signedIn;
  });
}

function wrongSignIn(): Failure {
  return new Failure('unauthenticated', 'The email or the password is wrong. Check both and try again.');
}

/** Whoever an address belongs to, be it somebody who has not activated yet. */
export async function findPerson(
  db: Db,
  address: string,
  { registration, device }: Browser,
): Promise<FoundSignIn | undefined> {
  const hash = device === undefined ? undefined : tokenHash(device);
  return findSignIn(db, plainAddress(address), { registration, device: hash });
}

/** As addresses are stored, however they are typed. */
export function plainAddress(typed: string): string {
  return typed.trim().toLowerCase();
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

/** The stored hash, if this is the password of whoever is signed in; too many wrong ones are refused for a while. */
export async function verifyOwnPassword(
  platform: Platform,
  session: Session,
  password: string,
): Promise<string | undefined> {
  const { account, user } = session;
  const stored = await inAccount(platform.database.db, account, (db) => readPasswordHash(db, user));
  const isRight = await countFailures(platform.limiter, [{ limit: failuresPerUser, key: user }], () =>
    verifyPassword(password, stored),
  );
  return isRight ? stored : undefined;
}

/**
 * Gives somebody a new password and tells them by mail. All their sessions end with it, their open reset links are revoked,
 * and every other browser is a stranger again. Of two changes of the same password the second finds itself signed out.
 */
export async function setPassword(
  db: Tx,
  { account, user }: Person,
  hashes: { next: string; replaced?: string },
  browser: Browser,
): Promise<void> {
  if (!(await writePassword(db, { account, user }, hashes))) throw new Failure('unauthenticated');
  await forgetOtherBrowsers(db, user, browser);
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
  await insertAccount(db, account);
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

/** Ends their sessions too. */
export async function disableStaff(db: Tx, staff: string, at: Date): Promise<void> {
  await setDisabled(db, [staff], at);
}

export async function enableStaff(db: Tx, staff: string): Promise<void> {
  await setDisabled(db, [staff], null);
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
