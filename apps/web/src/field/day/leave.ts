import { forgetDrafts, wipeDay } from '../../lib/phone-data.ts';
import { rememberSessionEnd } from '../../lib/session-end.ts';
import { fieldState } from '../state.ts';
import { endSession } from './session.ts';

/** The stream of a session that is being ended breaks off before the answer is read: that is no surprise. */
let isLeaving = false;

/** The server says that the session is over. What its user did and typed stays, for them alone. */
export async function leaveEnded(): Promise<void> {
  if (isLeaving) return;
  if (fieldState().session) rememberSessionEnd();
  await wipeDay();
  location.replace(`/login?next=${encodeURIComponent(location.pathname)}`);
}

/** Throws where the server cannot be told: a session that lives on is no sign-out. */
export async function signOut(): Promise<void> {
  isLeaving = true;
  await endSession().catch((error: unknown) => {
    isLeaving = false;
    throw error;
  });
  forgetDrafts(fieldState().session?.user.id ?? '');
  await wipeDay();
  location.replace('/login');
}
