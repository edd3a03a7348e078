import { signOut } from '../features/identity/accounts/api.ts';
import { wipeDay } from '../lib/storage/phone-data.ts';
import { rememberSessionEnd } from '../lib/storage/session-end.ts';

let leaving = false;
let renewing = false;

/**
 * The login page is a document of its own; it brings people back to where they were, unless they wanted to leave. It tells those
 * who were at work that their session has ended.
 */
export function goToLogin({ wasSignedIn = false } = {}): void {
  if (renewing) return;
  if (wasSignedIn && !leaving) rememberSessionEnd();
  // It may be a technician's phone, whose page is not open to do it.
  void wipeDay();
  const { pathname, search, hash } = location;
  const here = pathname + search + hash;
  location.replace(leaving || here === '/' ? '/login' : `/login?next=${encodeURIComponent(here)}`);
}

/** The server ends the live connection of a session that is over, so we may be sent away before its answer is read. */
export async function leave(): Promise<void> {
  leaving = true;
  try {
    await signOut();
    goToLogin();
  } catch (error) {
    leaving = false;
    throw error;
  }
}

/** Whether this session is over and the next one on its way: whatever asks now is refused. */
export function isRenewing(): boolean {
  return renewing;
}

/** A call that ends this session and brings the next one. To be refused until its answer has arrived is no reason to leave. */
export async function renewSession<T>(work: () => Promise<T>): Promise<T> {
  renewing = true;
  try {
    return await work();
  } finally {
    renewing = false;
  }
}
