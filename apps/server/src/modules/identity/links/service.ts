import { HOUR_SECONDS, DAY_SECONDS } from '@muster/domain/values/minutes';
import { randomUUIDv7 } from 'node:crypto';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { linkToken, type MailedLink, tokenHash } from '../../../platform/sign-in/secret.ts';
import {
  deleteLinks,
  deleteLinksOf,
  findByHash,
  insertLink,
  latestInvitation,
  type Link,
  type LinkPurpose,
  linkPurposes,
  listStaffInvitations,
  revokeLinks,
  useLink,
} from './store.ts';

export { deleteLinksOf, latestInvitation, listStaffInvitations, revokeLinks, useLink };
export type { Link };

/** How long a link works, and how long after that we can still say why it does not. */
export const lifetimes: Readonly<Record<LinkPurpose, { seconds: number; keptSeconds: number }>> = {
  /** Deleted a month after it was made, as is its registration. */
  activation: { seconds: 2 * DAY_SECONDS, keptSeconds: 28 * DAY_SECONDS },
  reset: { seconds: HOUR_SECONDS, keptSeconds: 30 * DAY_SECONDS },
  invitation: { seconds: 14 * DAY_SECONDS, keptSeconds: 90 * DAY_SECONDS },
};

interface LinkFor {
  purpose: LinkPurpose;
  email: string;
  account_id?: string | null;
  user_id?: string | null;
  registration_id?: string | null;
  invitation_id?: string | null;
}

/** Makes a link and its token, which is not stored. `isNew` is false if the address has an open invitation already. */
export async function issueLink(
  db: Tx,
  link: LinkFor,
  { secret, at }: { secret: Buffer; at: Date },
): Promise<{ id: string; token: string; isNew: boolean }> {
  const id = randomUUIDv7();
  const token = linkToken(secret, link.purpose, id);
  const expires_at = new Date(at.getTime() + lifetimes[link.purpose].seconds * 1000);
  const isNew = await insertLink(db, {
    ...link,
    id,
    token_hash: tokenHash(token),
    created_at: at,
    expires_at,
  });
  return { id, token, isNew };
}

/** Lives longer than a password of the database may, so its key is one of our own. */
export async function issueInvitation(
  db: Tx,
  link: Omit<LinkFor, 'purpose'>,
  { keys, at }: { keys: Keyring; at: Date },
): Promise<{ token: string; isNew: boolean; mailed: MailedLink<'invitation'> }> {
  const key = keys.newest;
  const purpose = 'invitation';
  const { id, token, isNew } = await issueLink(db, { ...link, purpose }, { secret: key.links, at });
  return { token, isNew, mailed: { purpose, id, key: key.id } };
}

export async function findLink(db: Db, purpose: LinkPurpose, token: string): Promise<Link | undefined> {
  return findByHash(db, purpose, tokenHash(token));
}

export type LinkState = 'ready' | 'used' | 'expired' | 'revoked' | 'unknown';

export function stateOfLink(link: Link | undefined, now: number): LinkState {
  if (!link) return 'unknown';
  if (link.used_at) return 'used';
  if (link.revoked_at) return 'revoked';
  return link.expires_at.getTime() > now ? 'ready' : 'expired';
}

/** Deletes links that ended so long ago that nobody asks about them. */
export async function forgetLinks(db: Db, now: Date): Promise<void> {
  for (const purpose of linkPurposes)
    await deleteLinks(db, purpose, new Date(now.getTime() - lifetimes[purpose].keptSeconds * 1000));
}
