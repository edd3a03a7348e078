import { type Browser, DEVICE_SECONDS, type SignedIn } from '../../../platform/sign-in/browser.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import type { Person } from '../../../platform/sign-in/person.ts';
import { tokenHash } from '../../../platform/sign-in/secret.ts';
import { closeToken, lockSessions, newToken, openSession } from '../../../platform/sign-in/session.ts';
import { deleteOtherDevices, deleteUnusedDevices, insertDevice, seeDevice } from './store.ts';

/**
 * A new session for somebody who has just proven who they are, in place of the one that the browser had. The browser is
 * remembered as theirs.
 */
export async function openSessionFor(
  db: Tx,
  person: Person,
  browser: Browser,
  now: Date,
): Promise<SignedIn & { isNewDevice: boolean }> {
  await lockSessions(db, person);
  if (browser.session) await closeToken(db, browser.session);
  const { device, isNewDevice } = await rememberBrowser(db, person, browser, now);
  const session = await openSession(db, person, { userAgent: browser.userAgent, now });
  return { session, device, isNewDevice };
}

/**
 * The secret by which a browser is known as somebody's from now on: the one it has, if it is known as theirs already.
 * Otherwise a new one, because whoever used the browser before may have kept the old one.
 */
export async function rememberBrowser(
  db: Tx,
  person: Person,
  browser: Browser,
  now: Date,
): Promise<{ device: string; isNewDevice: boolean }> {
  const known = browser.device;
  if (known !== undefined && (await seeDevice(db, person, tokenHash(known), now)))
    return { device: known, isNewDevice: false };
  const device = newToken();
  const isNewDevice = await insertDevice(db, person, tokenHash(device), now);
  return { device, isNewDevice };
}

/** Somebody who knew the old password may have signed in before, so all other browsers become unknown. */
export async function forgetOtherBrowsers(db: Tx, person: Person, { device }: Browser): Promise<void> {
  await deleteOtherDevices(db, person, device === undefined ? undefined : tokenHash(device));
}

/** Deletes devices whose cookie has expired, after a year. */
export async function forgetDevices(db: Db, now: Date): Promise<void> {
  await deleteUnusedDevices(db, new Date(now.getTime() - DEVICE_SECONDS * 1000));
}
