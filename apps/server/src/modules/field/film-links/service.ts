import { randomUUIDv7 } from 'node:crypto';
import { type FilmLink, MOST_FILM_LINKS, type ShownFilmLink } from '@muster/domain/field/film-links/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { registrationWords } from '@muster/domain/values/letterhead';
import { DAY_MS } from '@muster/domain/values/minutes';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Caller } from '../../../platform/sign-in/access.ts';
import { accountNamedBy } from '../../../platform/sign-in/person.ts';
import { linkToken, tokenHash } from '../../../platform/sign-in/secret.ts';
import type { PageOwner } from '../../../platform/site/customer-page.ts';
import { publicAddress } from '../../../platform/site/public-address.ts';
import { logoOf } from '../files/service.ts';
import { filmOf } from '../films/service.ts';
import {
  deleteEnded,
  deleteTokens,
  deleteTokensOf,
  findLink,
  findToken,
  insertToken,
  listOpenLinks,
  noteRead,
  type OwnerRow,
  readOwner,
} from './store.ts';

export const filmLinks: TrackedTable<FilmLink> = {
  name: 'film_links',
  columns: ['film_id', 'made_at', 'ends_at', 'revoked_at'],
  readers: dispatchers,
  writers: dispatchers,
  label: () => 'video',
};

const PURPOSE = 'film';
const wholeToken = /^[\w-]{22}$/;

/** A link by which whoever has it watches the film until its day. */
export async function makeFilmLink(
  write: Writer,
  keys: Keyring,
  caller: Caller,
  { id, days }: { id: string; days: number },
): Promise<FilmLink> {
  const { film } = await filmOf(write.db, caller, write.at.getTime(), id);
  if (film.state === 'failed') throw new Failure('unprocessable', 'This video couldn’t be converted.');
  if ((await listOpenLinks(write.db, filmLinks, id, write.at)).length >= MOST_FILM_LINKS)
    throw new Failure('unprocessable', 'This video has 20 links. Revoke one that nobody needs any more.');
  const ends = new Date(write.at.getTime() + days * DAY_MS);
  const row = {
    id: randomUUIDv7(),
    film_id: id,
    made_at: write.at.toISOString(),
    ends_at: ends.toISOString(),
  };
  const { newest } = keys;
  const [made] = await write.insert(filmLinks, [row]);
  await write.settle();
  const hash = tokenHash(linkToken(newest.links, PURPOSE, row.id));
  await insertToken(write.db, { hash, link: row.id, film: id, key: newest.id, ends });
  return made!;
}

/** At once and for good: whoever wants it again makes a new link. */
export async function revokeFilmLink(write: Writer, id: string): Promise<FilmLink> {
  const link = await findLink(write.db, filmLinks, id);
  if (!link) throw new Failure('notFound');
  await deleteTokens(write.db, id);
  return link.revoked_at === null
    ? write.update(filmLinks, id, { revoked_at: write.at.toISOString() })
    : link;
}

/** What leads to these films leads nowhere from now on. */
export async function closeFilmLinks(db: Tx, films: readonly string[]): Promise<void> {
  await deleteTokensOf(db, films);
}

export async function linksOfFilm(
  db: Tx,
  { keys, address }: { keys: Keyring; address: string },
  film: string,
  now: Date,
): Promise<ShownFilmLink[]> {
  const links = await listOpenLinks(db, filmLinks, film, now);
  return links.map(({ key_id, ...link }) => {
    const key = key_id === null ? undefined : keys.find(key_id);
    const at = key ? `${address}/f/${linkToken(key.links, PURPOSE, link.id)}` : null;
    return Object.assign(link, { address: at });
  });
}

/** Where the page of a link is. It is made anew each time, from a key that is not in the database, and kept nowhere. */
export function filmLinkUrl(
  settings: Parameters<typeof publicAddress>[0],
  keys: Keyring,
  { id }: FilmLink,
): string {
  return `${publicAddress(settings)}/f/${linkToken(keys.newest.links, PURPOSE, id)}`;
}

/** What an address opens. */
export interface OpenFilmLink {
  readonly account: AccountId;
  readonly id: string;
  readonly film: string;
  readonly ends: Date;
  readonly hash: Buffer;
}

export async function findFilmLink(db: Db, token: string, now: Date): Promise<OpenFilmLink | undefined> {
  if (!wholeToken.test(token)) return undefined;
  const hash = tokenHash(token);
  const found = await findToken(db, hash);
  if (!found || found.ends_at <= now) return undefined;
  const { link_id: id, film_id: film, ends_at: ends } = found;
  return { account: accountNamedBy(found), id, film, ends, hash };
}

/** Somebody outside the office has opened it. */
export async function noteFilmLinkRead(db: Db, { hash }: OpenFilmLink, at: Date): Promise<void> {
  await noteRead(db, hash, at);
}

/** Takes away what opens nothing any more. */
export async function forgetFilmLinks(db: Db, now: Date): Promise<void> {
  await deleteEnded(db, now);
}

/** Whose film it is, and how to reach them. */
export async function ownerOfFilm(
  deps: Pick<Deps, 'database' | 'files'>,
  account: AccountId,
): Promise<{ owner: PageOwner; business: OwnerRow }> {
  const business = await withAccount(deps.database.db, account, readOwner);
  const { name, colour, logo_id, ...registered } = business;
  const logo = logo_id === null ? undefined : await logoOf(deps, account, logo_id);
  return {
    business,
    owner: { name, colour, logo: logo ?? null, registration: registrationWords(registered) },
  };
}

/** A film on a page of a customer's own. */
export { player as filmPlayer } from './templates.ts';
