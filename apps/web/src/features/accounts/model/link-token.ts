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
