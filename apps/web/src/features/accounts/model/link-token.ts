/** What the address of a link calls its token: an invitation opens the page of an activation, and is none. */
type LinkName = 'token' | 'invitation';

/** A token is 43 characters long; what is far longer is none, and the server would not even look at it. */
const longest = 100;

/**
 * The token of the link that this page was opened with. It is taken out of the address, where it would stay in the
 * browser's history and be read over a shoulder, and kept beside it, where it outlives a reload.
 */
export function takeToken(name: LinkName): string | undefined {
  const address = new URL(location.href);
  const given = address.searchParams.get(name)?.slice(0, longest);
  if (given === undefined) return keptToken(name);
  address.searchParams.delete(name);
  history.replaceState({ [name]: given }, '', address);
  return given || undefined;
}

/** Whether this page was opened with an invitation, now or before it was loaded again. */
export function hasInvitation(): boolean {
  return new URLSearchParams(location.search).has('invitation') || keptToken('invitation') !== undefined;
}

function keptToken(name: LinkName): string | undefined {
  const state = history.state as Partial<Record<LinkName, unknown>> | null;
  const token = state?.[name];
  return typeof token === 'string' && token !== '' ? token : undefined;
}
