import { randomUUID } from 'node:crypto';
import type { AccountId } from '@muster/domain/values/ids';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { accountNamedBy } from '../../../platform/sign-in/person.ts';
import { linkToken, type MailedLink, tokenHash } from '../../../platform/sign-in/secret.ts';
import { deleteTokens, findToken, holdInvoice, insertToken, listLinks, noteRead } from './store.ts';

export { holdInvoice } from './store.ts';

const PURPOSE = 'invoice';
const wholeToken = /^[\w-]{22}$/;

/** What a letter needs to lead to the page of an invoice: its one link, which is made where there is none. */
export async function mailedInvoiceLink(
  db: Tx,
  keys: Keyring,
  invoice: string,
): Promise<MailedLink<'invoice'>> {
  // Whoever makes one holds the invoice, so that two make the same.
  await holdInvoice(db, invoice);
  const links = await listLinks(db, invoice);
  const known = links.find(({ key_id }) => keys.find(key_id) !== undefined);
  if (known) return { purpose: PURPOSE, id: known.link_id, key: known.key_id };
  const { newest } = keys;
  const id = links[0]?.link_id ?? randomUUID();
  const hash = tokenHash(linkToken(newest.links, PURPOSE, id));
  await insertToken(db, { hash, link: id, invoice, key: newest.id });
  return { purpose: PURPOSE, id, key: newest.id };
}

/** At once and for good: what was sent to these customers leads nowhere from then on. */
export async function revokeInvoiceLinks(db: Tx, customers: readonly string[]): Promise<void> {
  await deleteTokens(db, customers);
}

/** What an address opens. */
export interface OpenInvoiceLink {
  readonly account: AccountId;
  readonly id: string;
  readonly invoice: string;
  readonly hash: Buffer;
  readonly lastReadAt: Date | null;
}

export async function findInvoiceLink(db: Db, token: string): Promise<OpenInvoiceLink | undefined> {
  if (!wholeToken.test(token)) return undefined;
  const hash = tokenHash(token);
  const found = await findToken(db, hash);
  if (!found) return undefined;
  const { link_id: id, invoice_id: invoice, last_read_at: lastReadAt } = found;
  return { account: accountNamedBy(found), id, invoice, hash, lastReadAt };
}

const NOTED_MS = 60_000;

/** Whether somebody outside the office has just opened the page who had not a moment ago. */
export async function noteInvoiceLinkRead(
  db: Db,
  { hash, lastReadAt }: OpenInvoiceLink,
  at: Date,
): Promise<boolean> {
  if (lastReadAt !== null && at.getTime() - lastReadAt.getTime() < NOTED_MS) return false;
  await noteRead(db, hash, at);
  return true;
}
