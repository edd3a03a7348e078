import { randomBytes, randomUUID } from 'node:crypto';
import { keyProblem } from '@muster/domain/money/card-services/rules';
import { CardService, type CardServiceRecord } from '@muster/domain/money/card-services/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { HOUR_MS } from '@muster/domain/values/minutes';
import type { Stripe } from 'stripe';
import { type Command, runCommand } from '../../../platform/changes/command.ts';
import { owners } from '../../../platform/changes/from-request.ts';
import { columnsIn } from '../../../platform/changes/record.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { createHook } from '../../../platform/hook.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { type Channel, channelOf } from '../../../platform/live/event-log.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { keepSecret, openSecret } from '../../../platform/secrets/secrets.ts';
import { accountNamedBy } from '../../../platform/sign-in/person.ts';
import { tokenHash } from '../../../platform/sign-in/secret.ts';
import { publicAddress } from '../../../platform/site/public-address.ts';
import {
  type AskStripe,
  askStripe,
  isCheckoutAddress,
  isTestKey,
  StripeFailure,
} from '../../../platform/stripe.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import {
  clearConnection,
  closeConnection,
  openConnection,
  readWait,
} from '../../basics/deliveries/service.ts';
import { findAddress, findCardService, holdOff, noteAccountRead, takeTurn, writeAddress } from './store.ts';

export {
  findCardService as cardServiceOf,
  holdOff,
  isHeldOff,
  listOverdue,
  noteAccountRead,
  noteHeard,
  noteHeardPart,
  readTurn,
} from './store.ts';

export const cardServices: TrackedTable<CardService> = {
  name: 'card_services',
  columns: columnsIn('card_services', CardService),
  readers: owners,
  writers: owners,
  label: ({ name, stripe_account }) => (name === '' ? stripe_account : name),
};

/** Nobody begins to pay, and what customers may be paying on is ended, with another key of the same account where there is one: asked of who keeps the pages to pay on. */
export const sessionsEnd = createHook<
  [deps: Pick<Deps, 'database' | 'settings' | 'now'>, account: AccountId, other: AskStripe | undefined],
  void
>('card sessions end');

/** What is sealed of a connection. */
interface Secrets {
  readonly key: string;
  /** With what Stripe signs what it tells us; null: it tells us nothing. */
  readonly signing: string | null;
  /** The end of the address at which it tells us. */
  readonly token: string;
}

const EVENTS = '/services/payments/api/v1/events/';
const TOKEN = /^[\w-]{43}$/;

async function secretsOf(
  db: Tx,
  keys: Keyring,
  owner: { account: AccountId; connection: string },
): Promise<Secrets | undefined> {
  const text = await openSecret(db, keys, owner);
  return text === undefined ? undefined : (JSON.parse(text) as Secrets);
}

/** The line to the Stripe account of a business; undefined: none is connected, or its key cannot be read here. */
export interface CardLine {
  readonly service: CardService;
  readonly ask: AskStripe;
}

export async function cardLine(
  db: Tx,
  { database: { keys }, settings }: Pick<Deps, 'database' | 'settings'>,
  account: AccountId,
): Promise<CardLine | undefined> {
  const service = await findCardService(db);
  const secrets = service && (await secretsOf(db, keys, { account, connection: service.id }));
  return service && secrets && { service, ask: askStripe({ url: settings.STRIPE_URL, key: secrets.key }) };
}

/** Whether customers may pay by card now. */
export function takesCards({ is_enabled, stopped_because, takes_payments }: CardService): boolean {
  return is_enabled && stopped_because === '' && takes_payments !== false;
}

/** Whether customers are told that they may pay by card: of a trial in test mode, where real cards don’t work, nobody is. */
export async function sellsByCard(db: Tx): Promise<boolean> {
  const service = await findCardService(db);
  return service !== undefined && !service.is_test && takesCards(service);
}

/** As its settings show it. */
export async function cardRecord(
  db: Tx,
  { database: { keys }, settings }: Pick<Deps, 'database' | 'settings'>,
  account: AccountId,
): Promise<CardServiceRecord | null> {
  const service = await findCardService(db);
  if (!service) return null;
  const secrets = await secretsOf(db, keys, { account, connection: service.id });
  const address = secrets ? `${publicAddress(settings)}${EVENTS}${secrets.token}` : null;
  return { ...service, needs_reconnect: secrets === undefined, address };
}

/** Who is told at such an address, and with what it must be signed. */
export async function findHearing(
  { db, keys }: { db: Db; keys: Keyring },
  token: string,
  withAccount: <T>(account: AccountId, work: (db: Tx) => Promise<T>) => Promise<T>,
): Promise<{ account: AccountId; connection: string; signing: string } | undefined> {
  const found = TOKEN.test(token) ? await findAddress(db, tokenHash(token)) : undefined;
  if (!found) return undefined;
  const [account, connection] = [accountNamedBy(found), found.connection_id];
  const secrets = await withAccount(account, (db) => secretsOf(db, keys, { account, connection }));
  return secrets?.signing ? { account, connection, signing: secrets.signing } : undefined;
}

/** What a key was found to be, when it was tried. */
interface TriedKey {
  readonly stripe_account: string;
  readonly name: string;
  readonly is_test: boolean;
  readonly takes_payments: boolean | null;
}

/** One dollar, on a page that is ended at once. */
const TRIED_CENTS = 1_00;

/** Tries a key at once: reads what will be read, and opens and ends one page to pay on. Says in words what failed. */
async function tryKey(
  key: string,
  settings: Pick<Deps['settings'], 'STRIPE_URL' | 'STRIPE_CHECKOUT_URL'> &
    Parameters<typeof publicAddress>[0],
): Promise<TriedKey> {
  const problem = keyProblem(key);
  if (problem !== undefined) throw new Failure('unprocessable', problem);
  const ask = askStripe({ url: settings.STRIPE_URL, key });
  const failures: StripeFailure[] = [];
  const known = async <T>(asked: Promise<T>): Promise<T | undefined> => {
    try {
      return await asked;
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      failures.push(error);
      return undefined;
    }
  };
  // Some restricted keys may not read the account itself, and do everything else.
  const account = await ask((stripe) => stripe.accounts.retrieveCurrent()).catch((error: unknown) => {
    if (error instanceof StripeFailure && error.kind === 'permission') return error;
    throw asFailure(error);
  });
  const one = { limit: 1 };
  await Promise.all([
    known(ask((stripe) => stripe.balance.retrieve())),
    known(ask((stripe) => stripe.charges.list(one))),
    known(ask((stripe) => stripe.paymentIntents.list(one))),
    known(ask((stripe) => stripe.balanceTransactions.list(one))),
    known(ask((stripe) => stripe.disputes.list(one))),
    known(ask((stripe) => stripe.payouts.list(one))),
    known(ask((stripe) => stripe.events.list(one))),
  ]);
  const isRead = !(account instanceof StripeFailure);
  const takes_payments = isRead ? account.charges_enabled : null;
  if (takes_payments !== false) {
    const made = await known(
      ask((stripe) => stripe.checkout.sessions.create(trial(publicAddress(settings)))),
    );
    if (made && !isCheckoutAddress(made.url, settings.STRIPE_CHECKOUT_URL))
      throw new Failure('unprocessable', 'Stripe’s page to pay on isn’t where this server expects it.');
    if (made) await known(ask((stripe) => stripe.checkout.sessions.expire(made.id)));
  }
  refuseMissing(failures);
  const stripe_account = isRead ? account.id : (account.account ?? failures[0]?.account);
  if (stripe_account === undefined)
    throw new Failure('unprocessable', 'Stripe doesn’t say which account this key is of.');
  const name = isRead ? nameOf(account) : '';
  return { stripe_account, name, is_test: isTestKey(key), takes_payments };
}

function nameOf({
  settings,
  business_profile,
}: Pick<Stripe.Account, 'settings' | 'business_profile'>): string {
  return (settings?.dashboard.display_name ?? business_profile?.name ?? '').slice(0, 200);
}

function trial(address: string): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    success_url: address,
    allowed_payment_method_types: ['card'],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'aud',
          unit_amount: TRIED_CENTS,
          product_data: { name: 'Trying the connection' },
        },
      },
    ],
  };
}

/** All missing permissions together, so that nobody has to enter the key eight times. */
function refuseMissing(failures: readonly StripeFailure[]): void {
  const other = failures.find(({ kind }) => kind !== 'permission');
  if (other) throw asFailure(other);
  if (failures.length === 0) return;
  const missing = [...new Set(failures.map(({ permission }) => permission ?? 'another permission'))];
  throw new Failure(
    'unprocessable',
    `This key needs more permissions: ${missing.join(', ')}. Add them to the key at Stripe, then try again.`,
  );
}

function asFailure(error: unknown): unknown {
  return error instanceof StripeFailure
    ? new Failure('unprocessable', `${error.message} Check the key, then try again.`)
    : error;
}

/** What Stripe is asked to tell us of, and what it is asked for: its account may have much beside us. */
export const HEARD: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_intent.payment_failed',
  'charge.updated',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'payout.created',
  'payout.updated',
  'payout.paid',
  'payout.failed',
];

/** An endpoint of ours at Stripe, where it can reach us and the key may make one; otherwise null, and we ask. */
async function makeEndpoint(
  key: string,
  token: string,
  { settings }: Pick<Deps, 'settings'>,
): Promise<{ id: string; secret: string } | null> {
  const address = publicAddress(settings);
  if (!address.startsWith('https:')) return null;
  const ask = askStripe({ url: settings.STRIPE_URL, key });
  try {
    const { id, secret } = await ask((stripe) =>
      stripe.webhookEndpoints.create({ url: `${address}${EVENTS}${token}`, enabled_events: HEARD }),
    );
    return secret === undefined ? null : { id, secret };
  } catch (error) {
    if (error instanceof StripeFailure) return null;
    throw error;
  }
}

/** What connecting needs before it is written down: Stripe is asked outside the transaction. */
export interface ReadyKey extends TriedKey {
  readonly secrets: Secrets;
  readonly endpoint: string | null;
}

export async function readyKey(deps: Pick<Deps, 'settings'>, key: string): Promise<ReadyKey> {
  const tried = await tryKey(key, deps.settings);
  const token = randomBytes(32).toString('base64url');
  const made = await makeEndpoint(key, token, deps);
  return { ...tried, endpoint: made?.id ?? null, secrets: { key, token, signing: made?.secret ?? null } };
}

/** Takes an endpoint of ours away again; where that fails, what Stripe tells there leads nowhere. */
export async function dropEndpoint(ask: AskStripe, endpoint: string | null): Promise<void> {
  if (endpoint === null) return;
  await ask((stripe) => stripe.webhookEndpoints.del(endpoint)).catch((error: unknown) => {
    if (!(error instanceof StripeFailure)) throw error;
  });
}

/** Connects, or puts the key in the place of the one that is there; what was open at Stripe is the caller's to end first. */
export async function connectCards(
  write: Writer,
  keys: Keyring,
  account: AccountId,
  { secrets, endpoint, ...tried }: ReadyKey,
): Promise<CardService> {
  const { db, at } = write;
  const known = await findCardService(db);
  const fields = {
    ...tried,
    endpoint,
    hears: secrets.signing === null ? ('nothing' as const) : ('made' as const),
    key_end: secrets.key.slice(-4),
    is_enabled: true,
    stopped_because: '',
  };
  const row = known
    ? await write.update(cardServices, known.id, fields)
    : (
        await write.insert(cardServices, [
          { ...fields, created_by: write.author.user!, created_at: at.toISOString() },
        ])
      )[0]!;
  await openConnection(db, row.id, 'stripe');
  await keepSecret(db, keys, { account, connection: row.id }, JSON.stringify(secrets));
  await writeAddress(db, row.id, tokenHash(secrets.token));
  await clearConnection(db, row.id);
  await holdOff(db, row.id, null);
  await wakeCards(db, account, row.id, at);
  return row;
}

/** The signing secret of an endpoint that somebody made at Stripe by hand. */
export async function setSigning(
  write: Writer,
  keys: Keyring,
  account: AccountId,
  secret: string,
): Promise<CardService> {
  const known = await findCardService(write.db);
  if (!known) throw new Failure('notFound');
  const owner = { account, connection: known.id };
  const secrets = await secretsOf(write.db, keys, owner);
  if (!secrets) throw new Failure('conflict', NO_SECRET);
  const signing = secret === '' ? null : secret;
  await keepSecret(write.db, keys, owner, JSON.stringify({ ...secrets, signing }));
  return write.update(cardServices, known.id, { hears: signing === null ? 'nothing' : 'entered' });
}

export const NO_SECRET = 'Its key can’t be read on this server anymore. Enter it again to reconnect.';

export async function editCardService(
  write: Writer,
  account: AccountId,
  id: string,
  fields: Partial<Pick<CardService, 'is_enabled' | 'stopped_because' | 'takes_payments'>>,
): Promise<CardService> {
  const row = await write.update(cardServices, id, {
    ...fields,
    ...(fields.is_enabled && { stopped_because: '' }),
  });
  await clearConnection(write.db, id);
  await holdOff(write.db, id, null);
  await wakeCards(write.db, account, id, write.at);
  return row;
}

/** What Stripe says of the account now, or why it does not let us in any more. */
type Standing = Partial<Pick<CardService, 'name' | 'stopped_because' | 'takes_payments'>>;

/** Muster itself, told by Stripe: nobody in particular. */
const author: Command['author'] = { user: null, apiKey: null, role: 'owner' };

/** Writes down what Stripe says, of a read-only account as well: what happened there has happened, whoever has paid us. */
export async function writeHeard<T>(
  { database: { db }, now }: Pick<Deps, 'database' | 'now'>,
  account: AccountId,
  about: Pick<Command, 'kind' | 'body'> & Partial<Pick<Command, 'id'>>,
  work: (write: Writer) => Promise<T>,
): Promise<T> {
  const command = { account, id: randomUUID(), author, at: new Date(now()), whenReadOnly: true, ...about };
  return (await runCommand(db, command, work)).answer;
}

/** Writes down how the account stands, where that has changed: from then on customers are offered to pay by card, or not. */
export async function noteStanding(
  deps: Pick<Deps, 'database' | 'now'>,
  account: AccountId,
  standing: Standing,
): Promise<void> {
  const isNews = (service: CardService | undefined): service is CardService =>
    service !== undefined &&
    Object.entries(standing).some(([name, is]) => service[name as keyof Standing] !== is);
  if (!isNews(await withAccount(deps.database.db, account, findCardService))) return;
  await writeHeard(deps, account, { kind: 'card service changed', body: standing }, async (write) => {
    const service = await findCardService(write.db);
    if (isNews(service)) await write.update(cardServices, service.id, standing);
    return null;
  });
}

/** Asks Stripe whether the account may take payments; a key that may not read that does not say so. */
export async function readStanding({ ask }: CardLine): Promise<Standing> {
  try {
    const { charges_enabled, ...account } = await ask((stripe) => stripe.accounts.retrieveCurrent());
    return { takes_payments: charges_enabled, name: nameOf(account) };
  } catch (error) {
    if (error instanceof StripeFailure && error.kind === 'permission') return {};
    throw error;
  }
}

/** Stripe has refused something that the account could do before: it is asked at once how the account stands. */
export async function readAccountSoon(
  db: Tx,
  account: AccountId,
  connection: string,
  at: Date,
): Promise<void> {
  await noteAccountRead(db, connection, null);
  await wakeCards(db, account, connection, at);
}

export async function removeCardService(write: Writer, id: string): Promise<null> {
  await write.remove(cardServices, id);
  await closeConnection(write.db, id);
  return null;
}

/** The task that asks Stripe what has become of what is under way in one business. */
export const CARD_TURN = 'outside card turn';

export interface CardTurnTask {
  channel: Channel;
  account: Channel;
  connection: string;
  turn: string;
}

/** What happened before a business was connected is none of ours; clocks may differ by hours. */
const HEARD_BEFORE_MS = 3 * HOUR_MS;

/** Stripe is asked after so many seconds, instead of when it would have been; not before it wants to be. */
export async function wakeCards(
  db: Tx,
  account: AccountId,
  connection: string,
  at: Date,
  seconds = 0,
): Promise<void> {
  const turn = randomUUID();
  const wait = (await readWait(db, connection))?.getTime() ?? 0;
  const due = new Date(Math.max(at.getTime() + seconds * 1000, wait));
  const heardUntil = new Date(at.getTime() - HEARD_BEFORE_MS);
  await takeTurn(db, connection, { turn, due, heardUntil });
  const channel = channelOf(account);
  await enqueue(
    db,
    CARD_TURN,
    { channel, account: channel, connection, turn } satisfies CardTurnTask,
    Math.ceil((due.getTime() - at.getTime()) / 1000),
  );
}
