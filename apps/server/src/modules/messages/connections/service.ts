import { statusOf } from '@muster/domain/messages/connections/rules';
import type { Connection, OperatorService } from '@muster/domain/messages/connections/schema';
import type { Webhook, WebhookSummary } from '@muster/domain/messages/webhooks/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { Writer } from '../../../platform/changes/tracked.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { openSecret } from '../../../platform/secrets/secrets.ts';
import { latestOf, statesOf } from '../../basics/deliveries/service.ts';
import {
  accountingServiceOf,
  disconnectAccounting,
  leavingXero,
  needsReconnect,
  turnAccounting,
} from '../../money/accounting-services/service.ts';
import { editTextService, removeTextService, textServiceOf } from '../../basics/text-services/service.ts';
import { callServicesOf, editService, removeService } from '../../calls/call-services/service.ts';
import { failWaiting } from '../../basics/texts/service.ts';
import { endAll, leaveCards } from '../../money/card-payments/service.ts';
import { cardServiceOf, editCardService, removeCardService } from '../../money/card-services/service.ts';
import { pushHostsOf } from '../phone-alerts/service.ts';
import { editWebhook, removeWebhook, TEST_KEY, webhooksOf } from '../webhooks/service.ts';

type Connected = Pick<
  WebhookSummary,
  'id' | 'version' | 'is_enabled' | 'stopped_because' | 'needs_reconnect'
> &
  Pick<Connection, 'kind' | 'address' | 'login' | 'long_texts'> & {
    /** Why it is of no use although it works. */
    readonly useless_because?: string;
  };

/** What is connected for a business, and how it is doing. */
export async function connectionsOf(
  db: Tx,
  { keys, settings }: { keys: Keyring; settings: Deps['settings'] },
  account: AccountId,
): Promise<Connection[]> {
  const states = new Map((await statesOf(db)).map((state) => [state.id, state]));
  const tests = new Map((await latestOf(db, TEST_KEY)).map((test) => [test.connection_id, test]));
  const webhooks = await webhooksOf(db, keys, account);
  const text = await textServiceOf(db);
  const books = await accountingServiceOf(db);
  const rows: Connected[] = webhooks.map(
    ({ id, version, url, is_enabled, stopped_because, needs_reconnect }) => ({
      id,
      version,
      is_enabled,
      stopped_because,
      needs_reconnect,
      kind: 'webhook',
      address: url,
      login: null,
      long_texts: null,
    }),
  );
  if (text) rows.push({ ...text, needs_reconnect: await needsPassword(db, keys, account, text.id) });
  if (books)
    rows.push({
      ...books,
      stopped_because: '',
      address: books.organisation_name,
      login: null,
      long_texts: null,
      needs_reconnect: await needsReconnect(db, keys, account, books.id),
    });
  for (const service of await callServicesOf(db))
    rows.push({
      ...service,
      address: service.name,
      login: null,
      long_texts: null,
      needs_reconnect: await needsPassword(db, keys, account, service.id),
    });
  const cards = await cardServiceOf(db);
  if (cards)
    rows.push({
      ...cards,
      kind: 'stripe',
      address: cards.name === '' ? cards.stripe_account : cards.name,
      login: null,
      long_texts: null,
      needs_reconnect: await needsPassword(db, keys, account, cards.id),
      ...(cards.takes_payments === false && { useless_because: NO_CHARGES }),
    });
  return rows.map((row) => {
    const { id, version, kind, address, login, long_texts, stopped_because, useless_because = '' } = row;
    const { worked_at, failing_since, waits_until, last_error, failures } = states.get(id)!;
    const test = tests.get(id);
    return {
      id,
      version,
      kind,
      address,
      host: kind === 'xero' ? new URL(settings.XERO_URL).host : (URL.parse(address)?.host ?? address),
      login,
      long_texts,
      status: statusOf(row, failures, useless_because),
      worked_at,
      failing_since,
      waits_until,
      error: stopped_because || useless_because || last_error,
      test: test ? { state: testStates[test.state], at: test.last_at, error: test.last_error } : null,
    };
  });
}

const NO_CHARGES =
  'Stripe doesn’t let this account take payments, so customers can’t pay by card. Sign in to Stripe to see what it needs.';

async function needsPassword(db: Tx, keys: Keyring, account: AccountId, id: string): Promise<boolean> {
  return (await openSecret(db, keys, { account, connection: id })) === undefined;
}

/** Off and on again, whatever it is. */
export async function turnConnection(
  write: Writer,
  keys: Keyring,
  account: AccountId,
  { id, is_enabled }: { id: string; is_enabled: boolean },
): Promise<Pick<Webhook, 'id' | 'version' | 'is_enabled'>> {
  if (await isBooks(write.db, id)) return turnAccounting(write, id, is_enabled);
  if (await isCards(write.db, id)) return editCardService(write, account, id, { is_enabled });
  if (await isCalls(write.db, id)) return editService(write, keys, account, id, { is_enabled });
  return (await isText(write.db, id))
    ? editTextService(write, keys, account, id, { is_enabled })
    : editWebhook(write, account, id, { is_enabled });
}

/** Says how to tell the other side afterwards, where it keeps something of ours. */
export async function leavingOf(
  platform: Deps,
  account: AccountId,
  id: string,
): Promise<() => Promise<void>> {
  const books = await withAccount(platform.database.db, account, accountingServiceOf);
  return books?.id === id ? leavingXero(platform, account, books) : async () => {};
}

/** What waits for a text service cannot leave any more, and says so. */
export async function disconnect(write: Writer, account: AccountId, id: string): Promise<null> {
  if (await isBooks(write.db, id)) return disconnectAccounting(write, id);
  if (await isCards(write.db, id)) return removeCardService(write, id);
  if (await isCalls(write.db, id)) return removeService(write, account, id);
  if (!(await isText(write.db, id))) return removeWebhook(write, account, id);
  await failWaiting(write.db, id, write.at);
  return removeTextService(write, account, id);
}

async function isBooks(db: Tx, id: string): Promise<boolean> {
  return (await accountingServiceOf(db))?.id === id;
}

async function isText(db: Tx, id: string): Promise<boolean> {
  return (await textServiceOf(db))?.id === id;
}

async function isCalls(db: Tx, id: string): Promise<boolean> {
  return (await callServicesOf(db)).some((service) => service.id === id);
}

async function isCards(db: Tx, id: string): Promise<boolean> {
  return (await cardServiceOf(db))?.id === id;
}

/** What is under way through a connection is ended before it is paused or disconnected, with the key that began it. */
export async function endUnderWay(
  deps: Pick<Deps, 'database' | 'settings' | 'now'>,
  account: AccountId,
  { id, isForGood }: { id: string; isForGood: boolean },
): Promise<void> {
  const isOfCards = await withAccount(deps.database.db, account, (db) => isCards(db, id));
  if (isOfCards) await (isForGood ? leaveCards : endAll)(deps, account);
}

const testStates = {
  queued: 'running',
  claimed: 'running',
  waiting: 'running',
  accepted: 'arrived',
  failed: 'failed',
  confirmed: 'arrived',
  unknown: 'failed',
  expired: 'failed',
  cancelled: 'failed',
} as const;

/** What the operator has set up for all businesses, and the push services of phones: with whom their data is, too. */
export async function servicesFor(db: Tx, settings: Deps['settings']): Promise<OperatorService[]> {
  const pushed = await pushHostsOf(db);
  return [...operatorServices(settings), ...pushed.map((host) => ({ kind: 'phone alerts' as const, host }))];
}

function operatorServices(settings: Deps['settings']): OperatorService[] {
  const { SMTP_URL, GEOCODER_URL, ROUTING_URL, MAP_STYLE_URL, FILES_URL } = settings;
  const urls = {
    email: SMTP_URL,
    geocoder: GEOCODER_URL,
    routing: ROUTING_URL,
    map: MAP_STYLE_URL,
    files: FILES_URL,
  };
  return Object.entries(urls).flatMap(([kind, url]) =>
    url === undefined ? [] : [{ kind: kind as OperatorService['kind'], host: new URL(url).hostname }],
  );
}
