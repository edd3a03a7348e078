import type { User } from '@muster/domain/identity/team/schema';
import type { CalendarFeed } from '@muster/domain/messages/calendar-feeds/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { Role } from '@muster/domain/values/role';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { accountNamedBy } from '../../../platform/sign-in/person.ts';
import { keyed, tokenHash } from '../../../platform/sign-in/secret.ts';
import { technicianOf, technicians } from '../../work/technicians/service.ts';
import {
  findOpenFeeds,
  findSecret,
  insertSecret,
  listFeeds,
  noteRead,
  readMaker,
  revokeSecrets,
} from './store.ts';

export const calendarFeeds: TrackedTable<CalendarFeed> = {
  name: 'calendar_feeds',
  columns: ['technician_id', 'created_by', 'created_at', 'revoked_at'],
  readers: dispatchers,
  writers: dispatchers,
  label: ({ technician_id }) => (technician_id === null ? 'the business' : 'a technician'),
  subjects: ({ technician_id }) => [technician_id],
};

const wholeToken = /^[\w-]{43}$/;

/** The secret part of the address that a command makes: like an API key it follows from the command, and is written down nowhere. */
export function makeFeedToken(secret: Buffer, account: AccountId, command: string): string {
  return keyed(secret, `calendar feed:${account}:${command}`).toString('base64url');
}

/** Keeps what a person decided in the log, and the hash of the address where no log is. */
export async function addFeed(
  write: Writer,
  account: AccountId,
  technician: string | null,
  token: string,
): Promise<CalendarFeed> {
  const { db, author, at } = write;
  if (author.user === null)
    throw new Failure('forbidden', 'A calendar feed belongs to a user. Sign in, then try again.');
  if (technician !== null && (await readRows(db, technicians, [technician])).length === 0)
    throw new Failure('unprocessable', 'This technician no longer exists. Choose another one.');
  const known = await findOpenFeeds(db, { technician, user: author.user });
  if (known.length >= MOST_CALENDAR_FEEDS)
    throw new Failure(
      'unprocessable',
      `You’ve reached the limit of ${MOST_CALENDAR_FEEDS} addresses for this calendar. Revoke one you don’t use first.`,
    );
  const [row] = await write.insert(calendarFeeds, [
    { technician_id: technician, created_by: author.user, created_at: at.toISOString() },
  ]);
  await insertSecret(db, tokenHash(token), account, row!.id);
  return row!;
}

/** The calendar of the technician who asks. */
export async function addOwnFeed(
  write: Writer,
  account: AccountId,
  user: string,
  token: string,
): Promise<CalendarFeed> {
  const technician = await technicianOf(write.db, user);
  if (technician === undefined)
    throw new Failure(
      'unprocessable',
      'Your sign-in isn’t linked to a technician yet. Ask the owner to link it.',
    );
  return addFeed(write, account, technician, token);
}

/** For good: whoever needs the calendar again makes a new address. With a user: only one that they made. */
export async function endFeed(write: Writer, id: string, user?: string): Promise<CalendarFeed> {
  if (write.author.user === null)
    throw new Failure('forbidden', 'A calendar feed belongs to a user. Sign in, then try again.');
  const [row] = await readRows(write.db, calendarFeeds, [id]);
  if (!row || (user !== undefined && row.created_by !== user)) throw new Failure('notFound');
  if (row.revoked_at !== null) return row;
  await endAll(write, [id]);
  return (await readRows(write.db, calendarFeeds, [id]))[0]!;
}

async function endAll(write: Writer, ids: readonly string[]): Promise<void> {
  await revokeSecrets(write.db, ids);
  const revoked_at = write.at.toISOString();
  await write.updateAll(
    calendarFeeds,
    ids.map((id) => ({ id, revoked_at })),
  );
}

/** What somebody may no longer see ends for good, and does not come back with them. */
export async function endFeedsOf(write: Writer, { id, role, disabled_at }: User): Promise<void> {
  const own = await technicianOf(write.db, id);
  const known = await findOpenFeeds(write.db, { user: id });
  const ended = known.filter(
    ({ technician_id }) => disabled_at !== null || !mayHaveFeed(role, technician_id, own),
  );
  if (ended.length > 0)
    await endAll(
      write,
      ended.map((feed) => feed.id),
    );
}

export function feedsOf(db: Tx, technician: string | null) {
  return listFeeds(db, calendarFeeds, { technician });
}

/** Those that a technician made of the own visits. */
export async function ownFeeds(db: Tx, user: string) {
  const technician = await technicianOf(db, user);
  return technician === undefined ? [] : listFeeds(db, calendarFeeds, { technician, user });
}

/** What an address opens, before it is known whether whoever made it may still see that. */
export interface FeedSecret {
  readonly account: AccountId;
  readonly id: string;
}

const NOTED_MS = 60_000;

export async function findFeedSecret(db: Db, token: string, at: Date): Promise<FeedSecret | undefined> {
  if (!wholeToken.test(token)) return undefined;
  const hash = tokenHash(token);
  const found = await findSecret(db, hash);
  if (!found) return undefined;
  const { last_read_at, feed_id } = found;
  if (last_read_at === null || at.getTime() - last_read_at.getTime() >= NOTED_MS)
    await noteRead(db, hash, at);
  return { account: accountNamedBy(found), id: feed_id };
}

/** The feed and the role of who made it, if they may have it at this moment. */
export async function openFeed(
  db: Tx,
  id: string,
): Promise<{ technician: string | null; role: Role } | undefined> {
  const [feed] = await readRows(db, calendarFeeds, [id]);
  if (!feed || feed.revoked_at !== null) return undefined;
  const maker = await readMaker(db, feed.created_by);
  const own = await technicianOf(db, feed.created_by);
  if (!maker || !mayHaveFeed(maker.role, feed.technician_id, own)) return undefined;
  return { technician: feed.technician_id, role: maker.role };
}

/** Of one calendar for one person: more than anybody has devices; who needs another one revokes one that is not used. */
const MOST_CALENDAR_FEEDS = 10;

/** Whether somebody may have this calendar at an address of their own: a technician that of the own visits alone. */
function mayHaveFeed(role: Role, technician: string | null, own: string | undefined): boolean {
  if (role === 'technician') return technician !== null && technician === own;
  return role === 'owner' || role === 'dispatcher';
}
