/** A token is 43 characters long; what is far longer is none, and the server would not even look at it. */
const longest = 100;

/**
 * The token of the link that this page was opened with. It is taken out of the address, where it would stay in the
 * browser's history and be read over a shoulder, and kept beside it, where it outlives a reload.
 */
export function takeToken(): string | undefined {
  const address = new URL(location.href);
  const given = address.searchParams.get('token')?.slice(0, longest);
  if (given === undefined) return keptToken();
  address.searchParams.delete('token');
  history.replaceState({ token: given }, '', address);
  return given || undefined;
}

export function forgetToken(): void {
  history.replaceState(null, '');
}

function keptToken(): string | undefined {
  const state: unknown = history.state;
  const isKept = typeof state === 'object' && state !== null && 'token' in state;
  return isKept && typeof state.token === 'string' && state.token !== '' ? state.token : undefined;
}
