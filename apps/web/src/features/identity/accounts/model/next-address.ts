import { ownAddress } from '@muster/domain/values/own-address';

/** Where to go after signing in: a page of ours. Anybody can write `next`, so it must not lead to somebody else's. */
export function nextAddress(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  const address = next.startsWith('/') ? ownAddress(next, origin, parseAddress) : undefined;
  return address === undefined || /^\/login(?![\w-])/.test(address) ? '/' : address;
}

function parseAddress(text: string, base: string): URL | null {
  return URL.canParse(text, base) ? new URL(text, base) : null;
}
