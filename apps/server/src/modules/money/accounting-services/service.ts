import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  accountingProblems,
  accountingWarnings,
  accountsFor,
  type AccountField,
  guessedMapping,
  organisationProblems,
} from '@muster/domain/money/accounting-services/rules';
import {
  type AccountingChart,
  type AccountingMapping,
  AccountingService,
  type AccountingState,
  type OrganisationFacts,
} from '@muster/domain/money/accounting-services/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { moneyKeepers } from '../../../platform/changes/from-request.ts';
import { columnsIn } from '../../../platform/changes/record.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { createHook } from '../../../platform/hook.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { keepSecret, openSecret } from '../../../platform/secrets/secrets.ts';
import { tokenHash } from '../../../platform/sign-in/secret.ts';
import { newToken, type Session } from '../../../platform/sign-in/session.ts';
import { publicAddress } from '../../../platform/site/public-address.ts';
import {
  exchangeXeroCode,
  leaveXeroTenant,
  listXeroTenants,
  openXero,
  refreshXeroTokens,
  type Xero,
  type XeroApp,
  xeroAppOf,
  xeroConsentUrl,
  XeroError,
  type XeroLimits,
  type XeroTokens,
  TOO_MANY,
} from '../../../platform/xero.ts';
import {
  clearConnection,
  closeConnection,
  endCall,
  openConnection,
  takeCall,
} from '../../basics/deliveries/service.ts';
import { moneySettingsOf } from '../money-settings/service.ts';
import {
  closeWayBack,
  findAuthorisation,
  findChart,
  holdAuthorisation,
  holdTokens,
  insertAuthorisation,
  keepOffers,
  listServices,
  readAbn,
  saveChart,
} from './store.ts';

type Around = Pick<Deps, 'database' | 'settings' | 'now'>;

export const accountingServices: TrackedTable<AccountingService> = {
  name: 'accounting_services',
  columns: columnsIn('accounting_services', AccountingService),
  readers: moneyKeepers,
  writers: moneyKeepers,
  label: ({ organisation_name }) => organisation_name,
  refusals: {
    accounting_services_connected: 'Another organisation has just been connected. Reload and look again.',
  },
};

/** Things may go over now that did not before. */
export const booksTurned = createHook<[write: Writer], void>('books turned');

/** The organisation that is connected. */
export async function accountingServiceOf(db: Tx): Promise<AccountingService | undefined> {
  const [first] = await listServices(db, accountingServices);
  return first?.is_connected ? first : undefined;
}

/** The organisation that is connected, where something may go over to it now; undefined where a person has to do something first. */
export async function accountingServiceOn(
  db: Tx,
  keys: Keyring,
  account: AccountId,
): Promise<{ service: AccountingService; chart: AccountingChart } | undefined> {
  const service = await accountingServiceOf(db);
  if (!service?.is_enabled || (await needsReconnect(db, keys, account, service.id))) return undefined;
  const chart = (await findChart(db, service.id))?.content;
  if (!chart || (await problemsOf(db, service, chart)).length > 0) return undefined;
  return { service, chart };
}

async function problemsOf(
  db: Tx,
  service: AccountingService,
  chart: AccountingChart | null,
): Promise<string[]> {
  const { is_gst_registered: isGstRegistered } = await moneySettingsOf(db);
  return accountingProblems({ service, chart, isGstRegistered });
}

/** Xero has taken back that Muster may use it, or what proves it cannot be read here. */
export async function needsReconnect(
  db: Tx,
  keys: Keyring,
  account: AccountId,
  connection: string,
): Promise<boolean> {
  return (await tokensOf(db, keys, account, connection)) === undefined;
}

export async function accountingState(
  db: Tx,
  { database: { keys }, settings }: Pick<Around, 'database' | 'settings'>,
  account: AccountId,
): Promise<Omit<AccountingState, 'change'>> {
  const services = await listServices(db, accountingServices);
  const row = services[0]?.is_connected ? services[0] : null;
  const known = row && (await findChart(db, row.id));
  const chart = known?.content ?? null;
  const offers = (await findAuthorisation(db))?.offers ?? null;
  const ownAbn = await readAbn(db);
  return {
    offered: xeroAppOf(settings) !== undefined,
    row,
    needs_reconnect: row !== null && (await needsReconnect(db, keys, account, row.id)),
    problems: row ? await problemsOf(db, row, chart) : [],
    warnings: row ? accountingWarnings({ service: row, chart }, ownAbn) : [],
    chart,
    chart_read_at: known?.read_at ?? null,
    offers:
      offers?.map(({ organisation_id, name, problems }) => ({
        organisation_id,
        name,
        problems,
        known: services.some((service) => service.organisation_id === organisation_id),
      })) ?? null,
    before: services[0]?.organisation_name ?? null,
  };
}

/** Nothing is undone by itself of what is set here: the fields are checked against the accounts that there are. */
export async function editMapping(
  write: Writer,
  { version, ...said }: AccountingMapping,
): Promise<AccountingService> {
  const service = await accountingServiceOf(write.db);
  if (!service) throw new Failure('notFound', 'No organisation is connected any more.');
  const chart = (await findChart(write.db, service.id))?.content;
  if (chart) refuseUnknown(said, chart);
  const edited = await write.update(accountingServices, service.id, said, version);
  await booksTurned.run(write);
  return edited;
}

function refuseUnknown(said: Partial<Omit<AccountingMapping, 'version'>>, chart: AccountingChart): void {
  for (const [field, value] of Object.entries(said)) {
    if (typeof value !== 'string' || value === '') continue;
    const isTax = field.endsWith('_tax');
    const isKnown = isTax
      ? chart.tax_rates.some(({ type }) => type === value)
      : !field.endsWith('_account') ||
        accountsFor(field as AccountField, chart).some(({ id, code }) =>
          ['sales_account', 'labour_account'].includes(field) ? code === value : id === value,
        );
    if (!isKnown)
      throw new Failure(
        'unprocessable',
        `${isTax ? 'This tax rate' : 'This account'} isn’t in Xero any more, or can’t be used for this. Choose another one.`,
      );
  }
}

// Letting Muster in.

/** Whoever went away comes back within this time, or begins again. */
const AWAY_MS = 15 * 60_000;
/** More than anybody has; each is asked who it is. */
const MOST_OFFERS = 10;
const START_AGAIN = 'This sign-in at Xero is no longer open. Start again.';

function appOf(settings: Deps['settings']): XeroApp {
  const app = xeroAppOf(settings);
  if (!app) throw new Failure('unprocessable', 'Xero isn’t set up on this server.');
  return app;
}

/** Where Xero sends the browser back to; the operator has entered the same with their app. */
function wayBack(settings: Deps['settings']): string {
  return `${publicAddress(settings)}/settings/accounting`;
}

/** Says where to go to let Muster in: whoever comes back in the same session is the same person. */
export async function beginAuthorisation(
  { database: { db, keys }, settings, now }: Around,
  { account, session }: { account: AccountId; session: Session },
): Promise<string> {
  const app = appOf(settings);
  const [state, verifier, id] = [newToken(), newToken(), randomUUID()];
  await withAccount(db, account, async (db) => {
    const before = await findAuthorisation(db);
    if (before) await closeConnection(db, before.id);
    await openConnection(db, id, 'xero');
    await insertAuthorisation(db, {
      id,
      session: session.id,
      stateHash: tokenHash(state),
      now: new Date(now()),
    });
    await keepSecret(db, keys, { account, connection: id }, verifier);
  });
  return xeroConsentUrl(app, { returnTo: wayBack(settings), state, verifier });
}

/** With what the browser brought back Xero is asked which organisations Muster may use. Done once, however often it is asked for. */
export async function endAuthorisation(
  { database: { db, keys }, settings, now }: Around,
  { account, session }: { account: AccountId; session: Session },
  { state, code }: { state: string; code: string },
): Promise<void> {
  const app = appOf(settings);
  const begun = await withAccount(db, account, async (db) => {
    const found = await holdAuthorisation(db, { session: session.id, since: new Date(now() - AWAY_MS) });
    if (!found) throw new Failure('unprocessable', START_AGAIN);
    if (found.offers) return undefined;
    if (!tokenHash(state).equals(found.state_hash)) throw new Failure('unprocessable', START_AGAIN);
    await closeWayBack(db, found.id, tokenHash(newToken()));
    const verifier = await openSecret(db, keys, { account, connection: found.id });
    if (verifier === undefined) throw new Failure('unprocessable', START_AGAIN);
    return { id: found.id, verifier };
  });
  if (!begun) return;
  const { id, verifier } = begun;
  const { tokens, offers } = await inWords(async () => {
    const tokens = await exchangeXeroCode(app, { code, verifier, returnTo: wayBack(settings) }, now);
    const tenants = (await listXeroTenants(app, tokens.access, now)).slice(0, MOST_OFFERS);
    const offers = [];
    for (const { tenant, name } of tenants) {
      const xero = openXero({ app, access: tokens.access, tenant, now });
      const problems = organisationProblems(factsOf(await xero.organisation()));
      offers.push({ organisation_id: tenant, name, problems });
    }
    return { tokens, offers };
  });
  await withAccount(db, account, async (db) => {
    await keepTokens(db, keys, { account, connection: id }, tokens);
    await keepOffers(db, id, offers);
  });
}

/** Whoever does not want to connect after all. */
export async function dropAuthorisation(db: Tx): Promise<void> {
  const found = await findAuthorisation(db);
  if (found) await closeConnection(db, found.id);
}

/** A choice with what the organisation is like. Undefined where nothing is to be chosen: it may have been chosen already. */
export async function prepareChoice(
  around: Around,
  account: AccountId,
  organisation: string,
): Promise<AccountingChart | undefined> {
  const { db } = around.database;
  const open = await withAccount(db, account, findAuthorisation);
  if (!open?.offers?.some(({ organisation_id }) => organisation_id === organisation)) return undefined;
  const target = { account, connection: open.id, organisation };
  const chart = await inWords(() => readChart(around, target));
  const [problem] = organisationProblems(chart.organisation);
  if (problem !== undefined) throw new Failure('unprocessable', problem);
  return chart;
}

/**
 * The chosen organisation is the one whose books are kept in step from then on. One that was connected before goes on where it was;
 * another one begins anew, and the links of the one before stay with that.
 */
export async function connectOrganisation(
  write: Writer,
  keys: Keyring,
  account: AccountId,
  { organisation, chart }: { organisation: string; chart: AccountingChart | undefined },
): Promise<AccountingService> {
  const { db, at } = write;
  const open = await findAuthorisation(db);
  const offer = open?.offers?.find(({ organisation_id }) => organisation_id === organisation);
  const tokens = open && (await tokensOf(db, keys, account, open.id));
  if (!open || !offer || !tokens || !chart) throw new Failure('unprocessable', START_AGAIN);
  await closeConnection(db, open.id);
  const services = await listServices(db, accountingServices);
  const known = services.find(({ organisation_id }) => organisation_id === organisation);
  for (const other of services.filter((one) => one.is_connected && one !== known)) {
    await write.update(accountingServices, other.id, { is_connected: false });
    await closeConnection(db, other.id);
  }
  const fields = { is_connected: true, is_enabled: true, organisation_name: offer.name };
  const row = known
    ? await write.update(accountingServices, known.id, fields)
    : (
        await write.insert(accountingServices, [
          {
            kind: 'xero',
            organisation_id: organisation,
            ...fields,
            starts_on: null,
            ...guessedMapping(chart, { salesCode: (await moneySettingsOf(db)).xero_sales_account }),
            created_by: write.author.user!,
            created_at: at.toISOString(),
          },
        ])
      )[0]!;
  await openConnection(db, row.id, 'xero');
  await clearConnection(db, row.id);
  await keepTokens(db, keys, { account, connection: row.id }, tokens);
  await saveChart(db, row.id, { chart, now: at });
  await booksTurned.run(write);
  return row;
}

export async function turnAccounting(
  write: Writer,
  id: string,
  isEnabled: boolean,
): Promise<AccountingService> {
  const row = await write.update(accountingServices, id, { is_enabled: isEnabled });
  await clearConnection(write.db, id);
  await booksTurned.run(write);
  return row;
}

/** Its tokens go; which invoices are which in Xero stays known, should it be connected again. */
export async function disconnectAccounting(write: Writer, id: string): Promise<null> {
  const [row] = await readRows(write.db, accountingServices, [id]);
  if (!row?.is_connected) throw new Failure('notFound');
  await write.update(accountingServices, id, { is_connected: false });
  await closeConnection(write.db, id);
  return null;
}

/** Says how to tell Xero, once it is disconnected here, that Muster no longer needs to be let in. */
export async function leavingXero(
  around: Around,
  account: AccountId,
  service: AccountingService,
): Promise<() => Promise<void>> {
  const app = xeroAppOf(around.settings);
  if (!app) return async () => {};
  const access = await accessOf(around, app, { account, connection: service.id }).catch(() => undefined);
  return async () => {
    if (access === undefined) return;
    const tenants = await listXeroTenants(app, access, around.now);
    const own = tenants.find(({ tenant }) => tenant === service.organisation_id);
    if (own) await leaveXeroTenant(app, { access, connection: own.connection }, around.now);
  };
}

/** The accounts and tax rates are read anew: also how somebody sees whether the connection works. */
export async function refreshChart(around: Around, account: AccountId): Promise<void> {
  const service = await withAccount(around.database.db, account, accountingServiceOf);
  if (!service) throw new Failure('notFound', 'No organisation is connected any more.');
  const { id: connection, organisation_id: organisation } = service;
  await inWords(() => rereadChart(around, { account, connection, organisation }));
}

/** Whoever asks Xero anyway sees whether an account was archived there. Throws a `XeroError`. */
export async function rereadChart(around: Around, target: Target, { olderThanMs = 0 } = {}): Promise<void> {
  const {
    database: { db },
    now,
  } = around;
  const { account, connection } = target;
  const known = await withAccount(db, account, (db) => findChart(db, connection));
  if (known && now() - Date.parse(known.read_at) < olderThanMs) return;
  const chart = await readChart(around, target);
  await withAccount(db, account, (db) => saveChart(db, connection, { chart, now: new Date(now()) }));
}

async function readChart(around: Around, target: Target): Promise<AccountingChart> {
  const organisation = factsOf(await callXero(around, target, (xero) => xero.organisation()));
  const accounts = await callXero(around, target, (xero) => xero.accounts());
  const taxRates = await callXero(around, target, (xero) => xero.taxRates());
  return {
    organisation,
    accounts: accounts
      .filter(({ isActive }) => isActive)
      .map(({ id, code, name, type, takesPayments }) => ({
        id,
        code,
        name,
        type,
        takes_payments: takesPayments,
      })),
    tax_rates: taxRates
      .filter(({ isActive, isForSales }) => isActive && isForSales)
      .map(({ type, name, rate }) => ({ type, name, rate })),
  };
}

function factsOf(it: Awaited<ReturnType<Xero['organisation']>>): OrganisationFacts {
  return {
    name: it.name,
    abn: it.abn,
    country: it.country,
    currency: it.currency,
    is_gst_registered: it.isGstRegistered,
    is_demo: it.isDemo,
    locked_through: it.lockedThrough,
  };
}

/** What came of it is told to whoever waits, in words. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof XeroError) throw new Failure('unprocessable', error.message);
    throw error;
  }
}

// Calls.

/** An organisation, and the connection whose tokens open it. */
export interface Target {
  readonly account: AccountId;
  readonly connection: string;
  readonly organisation: string;
}

/** What Xero allows of one organisation, over everybody who asks on its behalf. */
const LIMITS = { perMinute: 60, atOnce: 5 };

/**
 * One call of one organisation: within its limits over all processes, with tokens that are good. A token that Xero calls expired is
 * refreshed, and the call made once more: nothing of it was done. `stillMay` throws where the call is not to be made after all. Throws a
 * `XeroError`.
 */
export async function callXero<T>(
  around: Around,
  target: Target,
  work: (xero: Xero) => Promise<T>,
  stillMay: (db: Tx) => Promise<void> = async () => {},
): Promise<T> {
  const app = xeroAppOf(around.settings);
  if (!app) throw new XeroError('operator', 'Xero isn’t set up on this server.');
  const begin = (access?: string) => beginCall(around, target, { stillMay, access });
  const { now } = around;
  const make = (call: BegunCall) =>
    endingCall(around, target, call, (limits) =>
      work(openXero({ app, access: call.access, tenant: target.organisation, now, limits })),
    );
  const first = (await begin()) ?? (await begin(await accessOf(around, app, target)))!;
  try {
    return await make(first);
  } catch (error) {
    if (!isExpired(error)) throw error;
  }
  const second = (await begin(await accessOf(around, app, target, first.access)))!;
  return make(second).catch((error: unknown) => {
    throw isExpired(error) ? new XeroError('reconnect', error.message) : error;
  });
}

function isExpired(error: unknown): error is XeroError {
  return error instanceof XeroError && error.kind === 'expired';
}

interface BegunCall {
  readonly access: string;
  readonly id: string;
}

/** Counts a call before it is made. Undefined: the access token that is known has to be refreshed first. */
async function beginCall(
  { database: { db, keys }, now }: Around,
  { account, connection }: Target,
  { stillMay, access }: { stillMay: (db: Tx) => Promise<void>; access: string | undefined },
): Promise<BegunCall | undefined> {
  const taken = await withAccount(db, account, async (db) => {
    await stillMay(db);
    const known = access === undefined ? await tokensOf(db, keys, account, connection) : undefined;
    const good = access ?? (known && isGood(known, now()) ? known.access : undefined);
    if (good === undefined) return undefined;
    return { access: good, ...(await takeCall(db, connection, { ...LIMITS, now: now() })) };
  });
  if (taken && 'waitSeconds' in taken) throw new XeroError('busy', TOO_MANY, taken.waitSeconds);
  return taken && { access: taken.access, id: taken.call };
}

async function endingCall<T>(
  { database: { db }, now }: Around,
  { account, connection }: Target,
  { id: call }: BegunCall,
  work: (hear: (left: XeroLimits) => void) => Promise<T>,
): Promise<T> {
  let leftToday: number | null = null;
  let waitsUntil: Date | null = null;
  try {
    return await work((left) => (leftToday = left.leftToday));
  } catch (error) {
    if (error instanceof XeroError && error.kind === 'busy')
      waitsUntil = new Date(now() + Math.max(1, error.retryAfter) * 1000);
    throw error;
  } finally {
    const said = { now: new Date(now()), leftToday, waitsUntil };
    await withAccount(db, account, (db) => endCall(db, { connection, call }, said));
  }
}

// Tokens.

/** An access token with less than this left is refreshed first: a call may take a while. */
const LEAST_LEFT_MS = 120_000;
const LOOK_AGAIN_MS = 200;
const PATIENCE_MS = 25_000;

async function tokensOf(
  db: Tx,
  keys: Keyring,
  account: AccountId,
  connection: string,
): Promise<XeroTokens | undefined> {
  const kept = await openSecret(db, keys, { account, connection });
  return kept?.startsWith('{') ? (JSON.parse(kept) as XeroTokens) : undefined;
}

function keepTokens(
  db: Tx,
  keys: Keyring,
  whose: { account: AccountId; connection: string },
  tokens: XeroTokens,
): Promise<void> {
  return keepSecret(db, keys, whose, JSON.stringify(tokens));
}

function isGood({ access, until }: XeroTokens, now: number, expired?: string): boolean {
  return access !== expired && until - now > LEAST_LEFT_MS;
}

/**
 * An access token that is good; another one than `expired`. Of all processes one refreshes, and what it was given is stored before
 * anybody uses it. If it dies between the answer and the store, the refresh token before is good for another half hour.
 */
async function accessOf(
  { database: { db, keys }, now }: Around,
  app: XeroApp,
  { account, connection }: Pick<Target, 'account' | 'connection'>,
  expired?: string,
): Promise<string> {
  const begun = performance.now();
  while (performance.now() - begun < PATIENCE_MS) {
    const found = await withAccount(db, account, async (db) => {
      const known = await knownTokens(db);
      if (known instanceof XeroError) return known;
      if (isGood(known, now(), expired)) return known.access;
      if (!(await holdTokens(db, connection))) return undefined;
      // Whoever held them before may have refreshed them.
      const latest = await knownTokens(db);
      if (latest instanceof XeroError) return latest;
      return isGood(latest, now(), expired) ? latest.access : refresh(db, latest);
    });
    if (found instanceof XeroError) throw found;
    if (found !== undefined) return found;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new XeroError('busy', 'Xero’s sign-in service takes long.', 5);

  async function knownTokens(db: Tx): Promise<XeroTokens | XeroError> {
    const tokens = await tokensOf(db, keys, account, connection);
    return tokens ?? new XeroError('reconnect', 'Xero no longer lets Muster in. Reconnect to go on.');
  }

  async function refresh(db: Tx, tokens: XeroTokens): Promise<string | XeroError> {
    try {
      const fresh = await refreshXeroTokens(app, tokens.refresh, now);
      await keepTokens(db, keys, { account, connection }, fresh);
      return fresh.access;
    } catch (error) {
      if (!(error instanceof XeroError && error.kind === 'reconnect')) throw error;
      // They open nothing any more: an owner has to sign in again, and is told so wherever the connection is shown.
      await keepSecret(db, keys, { account, connection }, '');
      return error;
    }
  }
}
