import { ApiError } from '../../../../lib/api/api.ts';
import type { ActivationLink, InvitationLink } from '../api.ts';

/** What the address of a link calls its token: an invitation opens the page of an activation, and is none. */
type LinkName = 'token' | 'invitation';

/** A token is 43 characters long; what is far longer is none, and the server would not even look at it. */
const longest = 100;

/** The token of the link that this page was opened with, in the address or, later, beside it. */
export function readToken(name: LinkName): string | null {
  const given = new URLSearchParams(location.search).get(name);
  return given?.slice(0, longest) || keptToken(name);
}

/**
 * Takes the token out of the address, where it would stay in the browser's history and be read over a shoulder, and
 * keeps it beside the address, where it outlives a reload.
 */
export function hideToken(name: LinkName, token: string): void {
  const address = new URL(location.href);
  address.searchParams.delete(name);
  history.replaceState({ [name]: token }, '', address);
}

export function forgetToken(): void {
  history.replaceState(null, '');
}

/** Whether this page was opened with an invitation, now or before it was loaded again. */
export function hasInvitation(): boolean {
  return new URLSearchParams(location.search).has('invitation') || keptToken('invitation') !== null;
}

function keptToken(name: LinkName): string | null {
  const state = history.state as Partial<Record<LinkName, unknown>> | null;
  const token = state?.[name];
  return typeof token === 'string' && token !== '' ? token : null;
}

export type LinkState = ActivationLink['state'];
type InvitationState = InvitationLink['state'];

const states: readonly LinkState[] = ['ready', 'password', 'used', 'expired', 'revoked', 'unknown'];
const ofInvitations: readonly InvitationState[] = ['ready', 'used', 'taken', 'expired', 'revoked', 'unknown'];

/** The state that a refused call has found its link in, where it says one. */
export function linkStateOf(error: unknown): LinkState | undefined {
  return saidBy(error, states);
}

export function invitationStateOf(error: unknown): InvitationState | undefined {
  return saidBy(error, ofInvitations);
}

function saidBy<State>(error: unknown, states: readonly State[]): State | undefined {
  const data = error instanceof ApiError ? error.data : undefined;
  if (typeof data !== 'object' || data === null || !('state' in data)) return undefined;
  return states.find((state) => state === data.state);
}

/** What a page says about its link before it knows what the link is good for. */
export const openingWords = {
  title: 'Opening your link',
  lead: 'This only takes a moment.',
  isSettled: true,
};
export const failedWords = {
  title: 'We couldn’t open your link',
  lead: 'It still works. Try again in a moment.',
};
