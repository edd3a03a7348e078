/** What a URL parser says of an address. The browser and the server have one each, which the domain has not. */
export interface ParsedAddress {
  readonly href: string;
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

export type ParseAddress = (text: string, base: string) => ParsedAddress | null;

/**
 * An address that somebody else may have written, as a path of our own origin; undefined when it leads anywhere else. The path is
 * parsed once more, because one such as `/.//elsewhere.example` is ours as it stands and another host's without its dots.
 */
export function ownAddress(text: string, origin: string, parse: ParseAddress): string | undefined {
  const target = parse(text, origin);
  if (target?.origin !== origin) return undefined;
  const path = target.pathname + target.search + target.hash;
  return parse(path, origin)?.href === target.href ? path : undefined;
}
