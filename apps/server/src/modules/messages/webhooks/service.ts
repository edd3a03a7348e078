import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { AccountId } from '@muster/domain/values/ids';
import { MOST_WEBHOOKS } from '@muster/domain/messages/webhooks/rules';
import type { Webhook, WebhookSummary } from '@muster/domain/messages/webhooks/schema';
import { latestChange } from '../../../platform/changes/command.ts';
import { owners } from '../../../platform/changes/from-request.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { resendsPerAccount } from '../../../platform/limit-table.ts';
import { takeHits } from '../../../platform/limits.ts';
import { type Channel, channelOf, relayChannel } from '../../../platform/live/event-log.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import { findTarget, ForbiddenAddress } from '../../../platform/tasks/post.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { keepSecret, openSecret } from '../../../platform/secrets/secrets.ts';
import {
  clearConnection,
  closeConnection,
  type DeliveryKey,
  openConnection,
  queueDelivery,
} from '../../basics/deliveries/service.ts';
import { type CardMoneyEvent, eventsOfCards } from '../../money/card-refunds/service.ts';
import { eventsOfInvoices, type InvoiceEvent } from '../../money/invoices/service.ts';
import {
  type ChangeNotice,
  countWebhooks,
  insertProgress,
  listWebhooks,
  readNotice,
  readSent,
} from './store.ts';

export const webhooks: TrackedTable<Webhook> = {
  name: 'webhooks',
  columns: ['url', 'is_enabled', 'stopped_because', 'created_by', 'created_at'],
  readers: owners,
  writers: owners,
  label: ({ url }) => URL.parse(url)?.host ?? url,
};

/** What a webhook is told of a change. */
export interface Notice extends ChangeNotice {
  /** What it means to invoices and to money by card; null where there are very many entries. */
  readonly events: readonly (InvoiceEvent | CardMoneyEvent)[] | null;
}

/** The tables from whose entries something follows for invoices. */
const ofInvoices = new Set(['invoices', 'allocations']);
const ofCards = new Set(['card_payments', 'card_refunds', 'card_disputes']);

/** The first change of the live board after that number, or the one with it. */
export async function noticeOf(
  db: Tx,
  at: { after: number } | { number: number },
): Promise<Notice | undefined> {
  const found = await readNotice(db, at);
  if (!found) return undefined;
  const { notice, month } = found;
  const { number, entries } = notice;
  if (entries === null) return { ...notice, events: null };
  const isOf = (tables: ReadonlySet<string>) => entries.some(({ table }) => tables.has(table));
  return {
    ...notice,
    events: [
      ...(isOf(ofInvoices) ? await eventsOfInvoices(db, { number, month }) : []),
      ...(isOf(ofCards) ? await eventsOfCards(db, { number, month }) : []),
    ],
  };
}

/** The task that goes on with one webhook, or sends one change to it again. */
export const WEBHOOK = 'outside webhook';

export interface WebhookTask {
  channel: Channel;
  /** Whose turn it takes. */
  account: Channel;
  webhook: string;
  number?: number;
  /** A test, by its key. */
  test?: string;
  /** The end of which pause it comes at. */
  pause?: string;
}

/** How the delivery of a change is named. */
export function keyOf(webhook: string, number: number): DeliveryKey {
  return { connection: webhook, key: String(number) };
}

export function taskOf(account: AccountId, webhook: string): WebhookTask {
  const channel = channelOf(account);
  return { channel, account: channel, webhook };
}

/** Told at once to whoever types it. What the name stands for is looked up again, and checked, before each delivery. */
export async function checkAddress(url: string, networks: readonly string[]): Promise<void> {
  try {
    await findTarget(url, { networks });
  } catch (error) {
    if (error instanceof ForbiddenAddress) throw new Failure('unprocessable', error.message);
    throw error;
  }
}

/** It hears of every change from its own making on, which is the first that it is told of. */
export async function addWebhook(
  write: Writer,
  keys: Keyring,
  account: AccountId,
  url: string,
): Promise<Webhook> {
  if ((await countWebhooks(write.db)).all >= MOST_WEBHOOKS)
    throw new Failure(
      'unprocessable',
      `You’ve reached the limit of ${MOST_WEBHOOKS} webhooks. Remove one first.`,
    );
  const [row] = await write.insert(webhooks, [
    { url, created_by: write.author.user!, created_at: write.at.toISOString() },
  ]);
  await openConnection(write.db, row!.id, 'webhook');
  await insertProgress(write.db, row!.id, await latestChange(write.db, account));
  await keepSecret(write.db, keys, { account, connection: row!.id }, newSecret());
  await relay(write, account);
  return row!;
}

/** For one whose secret cannot be read any more, or that somebody else has seen. Who asked for it and when is in the answer. */
export async function replaceSecret(
  write: Writer,
  keys: Keyring,
  account: AccountId,
  id: string,
): Promise<{ row: Webhook; created_by: string; created_at: string }> {
  const [row] = await readRows(write.db, webhooks, [id]);
  if (!row) throw new Failure('notFound');
  await keepSecret(write.db, keys, { account, connection: id }, newSecret());
  await goOn(write, account, id);
  return { row, created_by: write.author.user!, created_at: write.at.toISOString() };
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}

/** Each with whether its secret can be read here: where it cannot, nothing is sent until somebody makes a new one. */
export async function webhooksOf(db: Tx, keys: Keyring, account: AccountId): Promise<WebhookSummary[]> {
  const rows: WebhookSummary[] = [];
  for (const row of await listWebhooks(db, webhooks)) {
    const secret = await openSecret(db, keys, { account, connection: row.id });
    rows.push({ ...row, needs_reconnect: secret === undefined });
  }
  return rows;
}

/** One that is turned on again goes on where it stopped. */
export async function editWebhook(
  write: Writer,
  account: AccountId,
  id: string,
  { version, ...fields }: { version?: number; url?: string; is_enabled?: boolean },
): Promise<Webhook> {
  const row = await write.update(
    webhooks,
    id,
    { ...fields, ...(fields.is_enabled && { stopped_because: '' }) },
    version,
  );
  await goOn(write, account, id);
  await relay(write, account);
  return row;
}

/** Nobody answers there any more, or nobody wants to hear: for a person to look at, and to turn on again. */
export async function stopWebhook(
  write: Writer,
  account: AccountId,
  id: string,
  stopped_because: string,
): Promise<Webhook> {
  const row = await write.update(webhooks, id, { is_enabled: false, stopped_because });
  await clearConnection(write.db, id);
  await relay(write, account);
  return row;
}

export async function removeWebhook(write: Writer, account: AccountId, id: string): Promise<null> {
  await write.remove(webhooks, id);
  await closeConnection(write.db, id);
  await relay(write, account);
  return null;
}

/** One change once more, or at once what waits. */
export async function sendAgain(
  write: Writer,
  account: AccountId,
  id: string,
  number: number | undefined,
): Promise<Webhook> {
  const [row] = await readRows(write.db, webhooks, [id]);
  if (!row) throw new Failure('notFound');
  await takeHits(write.db, [{ limit: resendsPerAccount, key: account }], write.at);
  // What has not had its turn yet is sent in its order.
  if (number === undefined || number > (await readSent(write.db, id))) await goOn(write, account, id);
  else await enqueue(write.db, WEBHOOK, { ...taskOf(account, id), number } satisfies WebhookTask);
  return row;
}

/** How the keys of tests begin. */
export const TEST_KEY = 'test ';

/** What became of it is read where the connections are listed. */
export async function testWebhook(write: Writer, account: AccountId, id: string): Promise<Webhook> {
  const [row] = await readRows(write.db, webhooks, [id]);
  if (!row) throw new Failure('notFound');
  await takeHits(write.db, [{ limit: resendsPerAccount, key: account }], write.at);
  const key = `${TEST_KEY}${randomUUIDv7()}`;
  await queueDelivery(write.db, { connection: id, key }, write.at);
  await enqueue(write.db, WEBHOOK, { ...taskOf(account, id), test: key } satisfies WebhookTask);
  return row;
}

async function goOn(write: Writer, account: AccountId, webhook: string): Promise<void> {
  await clearConnection(write.db, webhook);
  await enqueue(write.db, WEBHOOK, taskOf(account, webhook));
}

/** Accounts that nobody listens to make no tasks. */
async function relay(write: Writer, account: AccountId): Promise<void> {
  await relayChannel(write.db, channelOf(account), (await countWebhooks(write.db)).enabled > 0);
}
