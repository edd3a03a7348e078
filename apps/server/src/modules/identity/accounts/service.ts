import type { ReadOnlyReason } from '@muster/domain/identity/billing/schema';
import { moneyOf } from '@muster/domain/values/role';
import { randomUUIDv7 } from 'node:crypto';
import { storedEmail } from '@muster/domain/values/email';
import type { AccountId } from '@muster/domain/values/ids';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import type { Platform } from '../../../platform/deps.ts';
import { createHook } from '../../../platform/hook.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { signInLimits } from '../../../platform/limit-table.ts';
import { countFailures, perNetwork } from '../../../platform/limits.ts';
import { channelOf, tellOf } from '../../../platform/live/event-log.ts';
import type { Browser, SignedIn } from '../../../platform/sign-in/browser.ts';
import { deviceName } from '../../../platform/sign-in/browser.ts';
import { verifyEither, verifyPassword } from '../../../platform/sign-in/passwords.ts';
import type { Person } from '../../../platform/sign-in/person.ts';
import { HOUSE, accountNamedBy, personNamedBy, withPerson } from '../../../platform/sign-in/person.ts';
import { fingerprint, passwordHint, tokenHash } from '../../../platform/sign-in/secret.ts';
import type { Session } from '../../../platform/sign-in/session.ts';
import { releaseTasks } from '../../../platform/tasks/outbox.ts';
import { sendMailForAnybody } from '../../basics/mails/service.ts';
import { forgetOtherBrowsers, openSessionFor } from '../sessions/service.ts';
import type { FoundSignIn, NewPerson } from './store.ts';
import {
  clearReadOnly,
  findSignIn,
  hasOwner,
  holdPassword,
  insertAccount,
  insertAccountOnFirstPlan,
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
  takeJobNumbers,
  writePassword,
  writeReadOnly,
} from './store.ts';

const {
  failuresPerAddress,
  failuresPerDevice,
  failuresPerNetwork,
  failuresPerUser,
  attemptsPerAddress,
  attemptsOnOwnDevices,
  attemptsPerUser,
} = signInLimits;

export {
  hasOwner,
  insertAccount,
  isRegistered,
  listStaff,
  lockAddress,
  readAccount,
  setDisabled,
  takeJobNumbers,
  writePassword,
};
export type { FoundSignIn };

/** The account of Muster itself is there from the first thing on that its people do. To be called in it. */
export async function openHouse(db: Tx): Promise<void> {
  await insertAccountOnFirstPlan(db, { id: HOUSE, name: 'Muster', licences: 1 });
}

/**
 * Signs somebody in. A wrong password, an unknown address and a disabled user take the same work and get the same answer. Somebody
 * who gives the password of a registration learns that it is not activated, even if somebody else has the address by now:
 * both passwords are always compared, and the answer tells only about the one that was given.
 */
export async function signIn(
  platform: Platform,
  attempt: { email: string; password: string },
  browser: Browser,
): Promise<SignedIn> {
  const { database, now } = platform;
  const email = storedEmail(attempt.email);
  const hint = passwordHint(database.secret, email, attempt.password);
  const found = await findPerson(database.db, email, browser, hint);
  const at = new Date(now());
  const proven = await countFailures(database.db, bucketsOf(platform, email, browser, found), at, () =>
    provenBy(attempt.password, found, browser.network),
  );
  if (proven === undefined) throw wrongSignIn();
  if (proven === 'registration') throw new Failure('notActivated');
  const { person, hash } = proven;
  return withPerson(database.db, person, async (db) => {
    // The password may have been changed while it was verified.
    if (!(await holdPassword(db, person, hash))) throw wrongSignIn();
    const { isNewDevice, ...signedIn } = await openSessionFor(db, person, browser, at);
    if (isNewDevice) {
      const device = deviceName(browser.userAgent);
      await sendMailForAnybody(
        db,
        { template: 'new device', to: email, device, at: at.toISOString() },
        'new devices',
        at,
      );
    }
    return signedIn;
  });
}

/** What a password proves: who somebody is, that they registered, or nothing. */
async function provenBy(
  password: string,
  { account_id, user_id, password_hash: hash, disabled_at, pending_hash }: FoundSignIn,
  network: string,
) {
  const stored = [hash ?? undefined, pending_hash ?? undefined] as const;
  const [isPerson, isRegistration] = await verifyEither(password, stored, network);
  if (isPerson && user_id !== null && hash !== null && disabled_at === null)
    return { person: personNamedBy({ account_id, user_id }), hash };
  return isRegistration ? 'registration' : undefined;
}

function wrongSignIn(): Failure {
  return new Failure('unauthenticated', 'Your email or password is wrong. Check both and try again.');
}

/** The person who has an address, and the registration that nobody has activated yet. */
export async function findPerson(
  db: Db,
  email: string,
  { registration, device }: Browser,
  hint?: number,
): Promise<FoundSignIn> {
  return findSignIn(db, email, {
    ...(registration && { registration }),
    ...(device !== undefined && { device: tokenHash(device) }),
    ...(hint !== undefined && { hint }),
  });
}

/**
 * The limits that an attempt counts towards. A known device has limits of its own and no others, so that strangers, even on the same
 * network, cannot lock its owner out.
 */
function bucketsOf({ settings }: Platform, email: string, browser: Browser, found: FoundSignIn) {
  const key = fingerprint(email);
  if (found.has_device && browser.device) {
    return {
      failures: [{ limit: failuresPerDevice, key: fingerprint(`${browser.device} ${email}`) }],
      attempts: [{ limit: attemptsOnOwnDevices, key }],
      network: browser.network,
    };
  }
  return {
    failures: [
      { limit: perNetwork(failuresPerNetwork, settings), key: browser.network },
      { limit: failuresPerAddress, key },
    ],
    attempts: [{ limit: attemptsPerAddress, key }],
    network: browser.network,
  };
}

/** The stored hash if the password is right, otherwise undefined. Too many attempts are refused for a while. */
export async function verifyOwnPassword(
  { database: { db }, now }: Platform,
  session: Session,
  password: string,
  { network }: Browser,
): Promise<string | undefined> {
  const { user } = session;
  const stored = await withPerson(db, session, (db) => readPasswordHash(db, user));
  const buckets = {
    failures: [{ limit: failuresPerUser, key: user }],
    attempts: [{ limit: attemptsPerUser, key: user }],
    network,
  };
  return countFailures(db, buckets, new Date(now()), async () =>
    (await verifyPassword(password, stored, network)) ? stored : undefined,
  );
}

/**
 * Gives somebody a new password and tells them by mail. All their sessions end with it, their open reset links are revoked,
 * and all other browsers become unknown. If two requests change the same password, the second one is refused as signed out.
 */
export async function setPassword(
  db: Tx,
  person: Person,
  hashes: { next: string; replaced?: string },
  browser: Browser,
  at: Date,
): Promise<void> {
  if (!(await writePassword(db, person, hashes))) throw new Failure('unauthenticated');
  await forgetOtherBrowsers(db, person, browser);
  const letter = { template: 'password changed', to: await readEmail(db, person) } as const;
  await sendMailForAnybody(db, letter, 'changed passwords', at);
}

async function readEmail(db: Tx, { kind, user }: Person): Promise<string> {
  const { email } = kind === 'staff' ? await readStaff(db, user) : await readUser(db, user);
  return email;
}

/** Long names are cut rather than refused: the business can be renamed. */
const LONGEST_ACCOUNT_NAME = 200;

type Founder = Omit<NewPerson, 'id'> & { phone: string; plan_code: string };

/** Opens an account with its owner, whom it returns. The caller's transaction is in that account. */
export async function openAccount(db: Tx, account: AccountId, founder: Founder): Promise<Person> {
  const { email, first_name, last_name, phone, plan_code, password_hash } = founder;
  const name = `${first_name} ${last_name}`.slice(0, LONGEST_ACCOUNT_NAME);
  const id = randomUUIDv7();
  await insertAccountOnPlan(db, { id: account, name, plan_code, phone });
  await insertUsers(db, account, [{ id, email, first_name, last_name, password_hash, role: 'owner' }]);
  return personNamedBy({ account_id: account, user_id: id });
}

export async function accountName(db: Db, account: AccountId): Promise<string> {
  const { name } = await withAccount(db, account, readAccount);
  return name;
}

/** The business whose people sign in with this address. It has no name until somebody has been asked for one. */
export async function businessOf(db: Db, email: string): Promise<string | null> {
  const { account_id } = await findSignIn(db, email, {});
  if (account_id === null) return null;
  const { name, set_up_at } = await withAccount(db, accountNamedBy({ account_id }), readAccount);
  return set_up_at === null ? null : name;
}

/** Adds somebody who was invited, as the owner of the account or as one of the staff. */
export async function addPerson(
  db: Tx,
  account: AccountId | 'staff',
  person: Omit<NewPerson, 'id'>,
): Promise<Person> {
  const id = randomUUIDv7();
  if (account === 'staff') await insertStaff(db, { id, ...person });
  else await insertUsers(db, account, [{ id, ...person, role: 'owner' }]);
  return personNamedBy({ account_id: account === 'staff' ? null : account, user_id: id });
}

/** From now on nothing is changed in the account of the transaction but what its routes name; nothing of it is deleted. */
export async function setReadOnly(
  db: Tx,
  account: AccountId,
  reason: ReadOnlyReason,
  at: Date,
): Promise<void> {
  await writeReadOnly(db, reason, at);
  tellOf(db, channelOf(account), { event: READ_ONLY, id: account });
}

/** The account of the transaction is as it was, and what waited in the background is done. */
export async function endReadOnly(db: Tx, account: AccountId): Promise<void> {
  if (!(await clearReadOnly(db))) return;
  await releaseTasks(db);
  tellOf(db, channelOf(account), { event: READ_ONLY, id: account });
}

/** Tells the screens of an account that it has become read-only, or is no more: they ask for the session again. */
const READ_ONLY = 'session';

/** The technician whom a user is, if they are one. */
export const technicianOf = createHook<[db: Tx, user: string], string | undefined>('technician of a user');

/** The person who is signed in, and their account. */
export async function describeSession(db: Db, session: Session) {
  const { user } = session;
  if (session.kind === 'staff')
    return {
      user: {
        ...(await readStaff(db, user)),
        role: 'staff' as const,
        money: moneyOf(session),
        technician_id: null,
      },
      account: null,
    };
  return withAccount(db, session.account, async (db) => {
    const { id, name, zone, film_seconds, read_only_since, read_only_reason } = await readAccount(db);
    const read_only = read_only_since &&
      read_only_reason && { since: read_only_since.toISOString(), reason: read_only_reason };
    const technician_id = (await technicianOf.run(db, user)) ?? null;
    return {
      user: { ...(await readUser(db, user)), money: moneyOf(session), technician_id },
      account: { id, name, zone, film_seconds, read_only },
    };
  });
}
