import { rememberSessionEnd } from '../../lib/session-end.ts';
import { fieldState } from '../state.ts';
import { forgetDrafts } from './drafts.ts';
import { wipe } from './kept.ts';
import { endSession } from './session.ts';

/** The server says that the session is over: nothing of the business stays here. What waits stays, for its own user. */
export async function leaveEnded(): Promise<void> {
  if (fieldState().session) rememberSessionEnd();
  await wipe();
  location.replace(`/login?next=${encodeURIComponent(location.pathname)}`);
}

/** Throws where the server cannot be told: a session that lives on is no sign-out. */
export async function signOut(): Promise<void> {
  await endSession();
  forgetDrafts();
  await wipe();
  location.replace('/login');
}
