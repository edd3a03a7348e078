import { isLoopback, type Settings } from '../../settings.ts';
import type { Deps } from '../deps.ts';
import { type MailedLink, mailedToken } from '../sign-in/secret.ts';

/** The public address of this server, which links in mails start with. */
export function publicAddress({ BASE_URL, HOST, PORT }: Settings): string {
  return BASE_URL ?? `http://${isLoopback(HOST) ? 'localhost' : HOST}:${PORT}`;
}

/** Where a customer's own page lies, by what its link is for: short, because each letter of a text costs. */
const pagePaths: Readonly<Record<string, string>> = {
  visit: '/v/',
  invoice: '/i/',
  quote: '/q/',
  'opt-out': '/o/',
};

export function pagePath(purpose: string): string {
  const path = pagePaths[purpose];
  if (path === undefined) throw new Error(`There is no page for a link of "${purpose}".`);
  return path;
}

/** The whole address that a customer's link leads to. It opens what the link is for, so it is stored nowhere. */
export function addressOfLink(
  { settings, database }: Pick<Deps, 'settings' | 'database'>,
  link: MailedLink,
): string {
  return `${publicAddress(settings)}${pagePath(link.purpose)}${mailedToken(database, link)}`;
}
