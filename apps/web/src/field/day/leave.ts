import { forgetDrafts, wipeDay } from '../../lib/phone-data.ts';
import { rememberSessionEnd } from '../../lib/session-end.ts';
import { fieldState } from '../state.ts';
import { endSession } from './session.ts';

/** The server says that the session is over. What its user did and typed stays, for them alone. */
export async function leaveEnded(): Promise<void> {
  if (fieldState().session) rememberSessionEnd();
  await wipeDay();
  location.replace(`/login?next=${encodeURIComponent(location.pathname)}`);
}

/** Throws where the server cannot be told: a session that lives on is no sign-out. */
export async function signOut(): Promise<void> {
  await endSession();
  forgetDrafts(fieldState().session?.user.id ?? '');
  await wipeDay();
  location.replace('/login');
}
