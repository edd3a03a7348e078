import { pageEnds } from '@muster/domain/messages/visit-links/rules';
import type { ShownVisitLink, VisitLink } from '@muster/domain/messages/visit-links/schema';
import { type AccountId, isId } from '@muster/domain/values/ids';
import { DAY_MS } from '@muster/domain/values/minutes';
import { randomUUIDv7 } from 'node:crypto';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { accountNamedBy } from '../../../platform/sign-in/person.ts';
import {
  keyed,
  linkToken,
  type MailedLink,
  mailedToken,
  tokenHash,
} from '../../../platform/sign-in/secret.ts';
import { publicAddress } from '../../../platform/site/public-address.ts';
import { jobOf } from '../../work/jobs/service.ts';
import { holdVisits } from '../../work/visit-states/service.ts';
import { visitOf } from '../../work/visits/service.ts';
import {
  deleteToken,
  findOpenLink,
  findToken,
  insertToken,
  listDue,
  listKeysOf,
  listLatestLinks,
  listOpenLinks,
  noteRead,
  putOff,
  readVisitOfLink,
  revokeTokens,
} from './store.ts';

export const visitLinks: TrackedTable<VisitLink> = {
  name: 'visit_links',
  columns: ['visit_id', 'made_at', 'revoked_at'],
  readers: dispatchers,
  writers: dispatchers,
  label: () => 'customer’s page',
  subjects: ({ visit_id }) => [visit_id],
};

const PURPOSE = 'visit';
const wholeToken = /^[\w-]{22}$/;

/** What a message needs to lead to the page of a visit: the visit's one link, which is made where there is none. */
export async function mailedVisitLink(
  write: Writer,
  keys: Keyring,
  visit: string,
): Promise<MailedLink<'visit'>> {
  const { db, at } = write;
  // Whoever makes one holds the visit, so that two make the same.
  await holdVisits(db, [visit]);
  const { id } = (await findOpenLink(db, visitLinks, visit)) ?? (await addLink(write, visit));
  const known = (await listKeysOf(db, id)).find((key) => keys.find(key) !== undefined);
  const key = known ?? keys.newest.id;
  if (known === undefined) {
    const token = linkToken(keys.find(key)!.links, PURPOSE, id);
    await insertToken(db, { hash: tokenHash(token), link: id, key, due: new Date(at.getTime() + DAY_MS) });
  }
  return { purpose: PURPOSE, id, key };
}

async function addLink(write: Writer, visit: string): Promise<VisitLink> {
  const { job_id } = await visitOf(write.db, visit);
  write.concern([job_id]);
  // The id is given, because whoever makes a link in a message needs it before anything is written.
  const row = { id: randomUUIDv7(), visit_id: visit, made_at: write.at.toISOString() };
  const [made] = await write.insert(visitLinks, [row]);
  return made!;
}

/** Where a customer's page is. It is made anew each time, from a key that is not in the database, and kept nowhere. */
export function visitLinkUrl(
  settings: Parameters<typeof publicAddress>[0],
  database: Parameters<typeof mailedToken>[0],
  link: MailedLink<'visit'>,
): string {
  return `${publicAddress(settings)}/v/${mailedToken(database, link)}`;
}

/** The link of a visit that works, for the office to hand on. */
export async function openLinkOf(db: Tx, visit: string): Promise<VisitLink> {
  const link = await findOpenLink(db, visitLinks, visit);
  if (!link) throw new Failure('notFound');
  return link;
}

/** At once and for good: whoever wants the page again makes a new link. */
export async function revokeVisitLink(write: Writer, visit: string): Promise<VisitLink> {
  const { job_id } = await visitOf(write.db, visit);
  await holdVisits(write.db, [visit]);
  const open = await findOpenLink(write.db, visitLinks, visit);
  if (!open) throw new Failure('notFound', 'This visit’s page has no link to revoke.');
  await revokeTokens(write.db, open.id);
  write.concern([job_id]);
  return write.update(visitLinks, open.id, { revoked_at: write.at.toISOString() });
}

/** The same of many visits, where they have one. */
export async function revokeVisitLinks(write: Writer, visits: readonly string[]): Promise<void> {
  const open = await listOpenLinks(write.db, visits);
  for (const id of open) await revokeTokens(write.db, id);
  const revoked_at = write.at.toISOString();
  await write.updateAll(
    visitLinks,
    open.map((id) => ({ id, revoked_at })),
  );
}

export async function linksOfJob(db: Tx, job: string): Promise<ShownVisitLink[]> {
  await jobOf(db, job);
  return listLatestLinks(db, visitLinks, job);
}

/** What an address opens. */
export interface OpenVisitLink {
  readonly account: AccountId;
  readonly id: string;
  readonly visit: string;
  /** What may be noted of it when somebody reads. */
  readonly hash: Buffer;
  readonly lastReadAt: Date | null;
}

/** The visit whose page an address opens: none if it was revoked, or is over for too long. */
export async function findVisitLink(db: Db, token: string, now: Date): Promise<OpenVisitLink | undefined> {
  if (!wholeToken.test(token)) return undefined;
  const hash = tokenHash(token);
  const found = await findToken(db, hash);
  if (!found) return undefined;
  const account = accountNamedBy(found);
  const about = await withAccount(db, account, (db) => readVisitOfLink(db, found.link_id));
  if (!about?.isOn || isGone(about, now)) return undefined;
  return { account, id: found.link_id, visit: about.visit, hash, lastReadAt: found.last_read_at };
}

function isGone({ over }: { over: Date | null }, now: Date): boolean {
  return over !== null && pageEnds(over.getTime()) <= now.getTime();
}

/** Of a form of the page: only who has the link can make one, and each is done once, by the id in it. */
export function formToken(keys: Keyring, { id }: OpenVisitLink, form: string): string {
  const nonce = randomUUIDv7();
  return `${nonce}.${sealOf(keys.newest.links, id, { form, nonce })}`;
}

/** The id of what a form sends; undefined where it is not of this form of this page. */
export function readFormToken(
  keys: Keyring,
  { id }: OpenVisitLink,
  { form, token }: { form: string; token: string },
): string | undefined {
  const [nonce = '', seal = ''] = token.split('.');
  if (!isId(nonce)) return undefined;
  const isOurs = keys.all.some(({ links }) =>
    tokenHash(sealOf(links, id, { form, nonce })).equals(tokenHash(seal)),
  );
  return isOurs ? nonce : undefined;
}

function sealOf(key: Buffer, link: string, { form, nonce }: { form: string; nonce: string }): string {
  return keyed(key, `visit form:${link}:${form}:${nonce}`).toString('base64url');
}

const NOTED_MS = 60_000;

/** Somebody outside the office has opened the page. */
export async function noteVisitLinkRead(db: Db, { hash, lastReadAt }: OpenVisitLink, at: Date) {
  if (lastReadAt === null || at.getTime() - lastReadAt.getTime() >= NOTED_MS) await noteRead(db, hash, at);
}

/** Looked at in one go. Each is looked at again when it may be gone, and otherwise once a day. */
const LOOKED_AT_ONCE = 500;

/** Takes away what opens pages whose visits have been over for too long. */
export async function forgetVisitLinks(db: Db, now: Date): Promise<void> {
  const due = await listDue(db, now, LOOKED_AT_ONCE);
  for (const [account_id, tokens] of Map.groupBy(due, (token) => token.account_id))
    await withAccount(db, accountNamedBy({ account_id }), async (db) => {
      for (const { token_hash, link_id } of tokens) {
        const about = await readVisitOfLink(db, link_id);
        if (!about || isGone(about, now)) await deleteToken(db, token_hash);
        else await putOff(db, token_hash, nextLook(about, now));
      }
    });
}

function nextLook({ over }: { over: Date | null }, now: Date): Date {
  return new Date(over === null ? now.getTime() + DAY_MS : pageEnds(over.getTime()));
}
