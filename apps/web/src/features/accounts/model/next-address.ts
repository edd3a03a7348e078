/**
 * Where to go after signing in. Only a path of this origin: `next` comes from the address bar, so anybody
 * can write it, and it must not lead a person who has just signed in to somebody else's page.
 */
export function nextAddress(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return '/';
  const { origin: target, pathname, search: query, hash } = new URL(next, origin);
  return target === origin && pathname !== '/login' ? pathname + query + hash : '/';
}
