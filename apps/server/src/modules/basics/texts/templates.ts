import type { Deps } from '../../../platform/deps.ts';
import { escapeHtml } from '../../../platform/site/html.ts';
import type { CustomerPage, PageOwner } from '../../../platform/site/customer-page.ts';
import { addressOfLink } from '../../../platform/site/public-address.ts';
import type { MailedLink } from '../../../platform/sign-in/secret.ts';

/** A text before its links are made: the database holds none. */
export interface Unwritten {
  readonly body: string;
  readonly link: MailedLink | null;
  /** Ends the texts of a sender that nobody can answer. */
  readonly optOut: MailedLink<'opt-out'> | null;
}

/** A text as it leaves. */
export function writeText(
  deps: Pick<Deps, 'settings' | 'database'>,
  { body, link, optOut }: Unwritten,
): string {
  const written = link === null ? body : body.replaceAll('{link}', () => addressOfLink(deps, link));
  return optOut === null ? written : `${written}\nStop texts: ${addressOfLink(deps, optOut)}`;
}

/** The link that ends the texts of a business to a number. */
export function optOutLink(account: string, number: string, key: string): MailedLink<'opt-out'> {
  return { purpose: 'opt-out', id: `${account}:${number}`, key };
}

/** Of a number only its end, for whoever has it: others may have got hold of the link. */
function endOf(number: string): string {
  return `ending in ${number.slice(-3)}`;
}

export function optOutPage(
  owner: PageOwner,
  { number, hasOptedOut, path }: { number: string; hasOptedOut: boolean; path: string },
): CustomerPage {
  const name = escapeHtml(owner.name);
  const [heading, text, action, button] = hasOptedOut
    ? [
        'Texts are off',
        `${name} doesn’t text the number ${endOf(number)} anymore. Emails still come.`,
        'start',
        'Get texts again',
      ]
    : [
        'Stop texts?',
        `${name} texts the number ${endOf(number)} about visits. If you stop them, emails still come.`,
        'stop',
        'Stop texts',
      ];
  return {
    title: `${heading} · ${owner.name}`,
    owner,
    main: `<section class="card" aria-labelledby="what"><h1 id="what">${heading}</h1><p>${text}</p><form method="post" action="${path}/${action}"><button class="button main" type="submit">${button}</button></form></section>`,
  };
}

export const goneOptOutPage: CustomerPage = {
  title: 'Page not found',
  owner: null,
  main: '<section class="card"><h1>Page not found</h1><p>The link may be incomplete. Reply STOP to the text, or call the business.</p></section>',
};
