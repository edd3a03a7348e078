import { randomUUID } from 'node:crypto';
import { type AccountId, isId } from '@muster/domain/values/ids';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { accountNamedBy } from '../../../platform/sign-in/person.ts';
import { keyed, linkToken, type MailedLink, tokenHash } from '../../../platform/sign-in/secret.ts';
import {
  deleteTokens,
  findToken,
  holdPaper,
  insertToken,
  type LinkedPaper,
  listLinks,
  noteRead,
} from './store.ts';

export { holdPaper, type LinkedPaper } from './store.ts';

const wholeToken = /^[\w-]{22}$/;

/** What a letter needs to lead to the page of a paper: its one link, which is made where there is none. */
export async function mailedPaperLink<Kind extends LinkedPaper>(
  db: Tx,
  keys: Keyring,
  kind: Kind,
  paper: string,
): Promise<MailedLink<Kind>> {
  // Whoever makes one holds the paper, so that two make the same.
  await holdPaper(db, kind, paper);
  const links = await listLinks(db, kind, paper);
  const known = links.find(({ key_id }) => keys.find(key_id) !== undefined);
  if (known) return { purpose: kind, id: known.link_id, key: known.key_id };
  const { newest } = keys;
  const id = links[0]?.link_id ?? randomUUID();
  const hash = tokenHash(linkToken(newest.links, kind, id));
  await insertToken(db, kind, { hash, link: id, paper, key: newest.id });
  return { purpose: kind, id, key: newest.id };
}

/** At once and for good: what was sent to these customers leads nowhere from then on. */
export async function revokePaperLinks(db: Tx, customers: readonly string[]): Promise<void> {
  await deleteTokens(db, customers);
}

/** What an address opens. */
export interface OpenPaperLink {
  readonly account: AccountId;
  readonly kind: LinkedPaper;
  readonly id: string;
  readonly paper: string;
  readonly hash: Buffer;
  readonly lastReadAt: Date | null;
}

export async function findPaperLink(
  db: Db,
  kind: LinkedPaper,
  token: string,
): Promise<OpenPaperLink | undefined> {
  if (!wholeToken.test(token)) return undefined;
  const hash = tokenHash(token);
  const found = await findToken(db, kind, hash);
  if (!found) return undefined;
  const { link_id: id, paper, last_read_at: lastReadAt } = found;
  return { account: accountNamedBy(found), kind, id, paper, hash, lastReadAt };
}

const NOTED_MS = 60_000;

/** Whether somebody outside the office has just opened the page who had not a moment ago. */
export async function notePaperLinkRead(
  db: Db,
  { kind, hash, lastReadAt }: OpenPaperLink,
  at: Date,
): Promise<boolean> {
  if (lastReadAt !== null && at.getTime() - lastReadAt.getTime() < NOTED_MS) return false;
  await noteRead(db, kind, hash, at);
  return true;
}

/** Of a form of the page: only who has the link can make one, and each is done once, by the id in it. */
export function paperFormToken(keys: Keyring, { kind, id }: OpenPaperLink, form: string): string {
  const nonce = randomUUID();
  return `${nonce}.${sealOf(keys.newest.links, `${kind}:${id}`, { form, nonce })}`;
}

/** The id of what a form sends; undefined where it is not of this form of this page. */
export function readPaperFormToken(
  keys: Keyring,
  { kind, id }: OpenPaperLink,
  { form, token }: { form: string; token: string },
): string | undefined {
  const [nonce = '', seal = ''] = token.split('.');
  if (!isId(nonce)) return undefined;
  const isOurs = keys.all.some(({ links }) =>
    tokenHash(sealOf(links, `${kind}:${id}`, { form, nonce })).equals(tokenHash(seal)),
  );
  return isOurs ? nonce : undefined;
}

function sealOf(key: Buffer, page: string, { form, nonce }: { form: string; nonce: string }): string {
  return keyed(key, `paper form:${page}:${form}:${nonce}`).toString('base64url');
}
