import type { Deps } from '../../../platform/deps.ts';
import { publicAddress } from '../../../platform/site/public-address.ts';
import { type MailedLink, mailedToken } from '../../../platform/sign-in/secret.ts';

/** Where a link in a text leads, by what it is for: short, because each letter costs. */
const paths: Readonly<Record<string, string>> = { visit: '/v/' };
/** As much of a token as nobody guesses: 132 bits. */
const TOKEN_LENGTH = 22;

/** A text as it leaves. Its link is made now: the database holds none. */
export function writeText(
  { settings, database }: Pick<Deps, 'settings' | 'database'>,
  { body, link }: { body: string; link: MailedLink | null },
): string {
  if (link === null) return body;
  const path = paths[link.purpose];
  if (path === undefined) throw new Error(`No text carries a link for "${link.purpose}".`);
  const token = mailedToken(database, link).slice(0, TOKEN_LENGTH);
  return body.replaceAll('{link}', () => `${publicAddress(settings)}${path}${token}`);
}
