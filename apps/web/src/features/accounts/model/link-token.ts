/** A token is 43 characters long; what is far longer is none, and the server would not even look at it. */
const longest = 100;

/** The token of the link that this page was opened with, in the address or, later, beside it. */
export function readToken(): string | null {
  const given = new URLSearchParams(location.search).get('token');
  return given?.slice(0, longest) || keptToken();
}

/**
 * Takes the token out of the address, where it would stay in the browser's history and be read over a shoulder, and
 * keeps it beside the address, where it outlives a reload.
 */
export function hideToken(token: string): void {
  const address = new URL(location.href);
  address.searchParams.delete('token');
  history.replaceState({ token }, '', address);
}

export function forgetToken(): void {
  history.replaceState(null, '');
}

function keptToken(): string | null {
  const state: unknown = history.state;
  const isKept = typeof state === 'object' && state !== null && 'token' in state;
  return isKept && typeof state.token === 'string' ? state.token : null;
}
