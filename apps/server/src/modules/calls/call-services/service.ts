import { randomBytes } from 'node:crypto';
import { callerNumber } from '@muster/domain/calls/calls/numbers';
import {
  CallService,
  type CallServiceEdit,
  type CallServiceRecord,
  type NewCallService,
} from '@muster/domain/calls/call-services/schema';
import type { CallEvent } from '@muster/domain/calls/calls/rules';
import type { AccountId } from '@muster/domain/values/ids';
import type { Command } from '../../../platform/changes/command.ts';
import { owners } from '../../../platform/changes/from-request.ts';
import { columnsIn } from '../../../platform/changes/record.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { callLimits } from '../../../platform/limit-table.ts';
import { takeHits } from '../../../platform/limits.ts';
import { field } from '../../../platform/outside-service.ts';
import { askTwilio, callsPath, dialInWords } from '../../../platform/twilio.ts';
import { PROCESSES, tellOf } from '../../../platform/live/event-log.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { keepSecret, openSecret } from '../../../platform/secrets/secrets.ts';
import { accountNamedBy } from '../../../platform/sign-in/person.ts';
import { tokenHash } from '../../../platform/sign-in/secret.ts';
import { publicAddress } from '../../../platform/site/public-address.ts';
import { clearConnection, closeConnection, openConnection } from '../../basics/deliveries/service.ts';
import { checkSipAddress, registeredUntil, turnLine } from '../call-lines/service.ts';
import { findAddress, insertAddress, listServices } from './store.ts';

export { listServices as callServicesOf } from './store.ts';

export const callServices: TrackedTable<CallService> = {
  name: 'call_services',
  columns: columnsIn('call_services', CallService),
  readers: owners,
  writers: owners,
  label: ({ name }) => name,
};

/** What the processes are told when a SIP account was connected, changed, paused or disconnected. */
export const CALL_LINE = 'call line';

/** What is sealed of a connection. */
interface Secrets {
  /** With what its events are signed: made here for a webhook, the auth token of Twilio, nothing for SIP. */
  readonly password: string;
  /** The end of the address at which it tells us; empty: SIP has none. */
  readonly token: string;
}

const MOST_SERVICES = 10;
const EVENTS = '/services/calls/api/v1/events/';
const TOKEN = /^[\w-]{43}$/;

async function secretsOf(
  db: Tx,
  keys: Keyring,
  owner: { account: AccountId; connection: string },
): Promise<Secrets | undefined> {
  const text = await openSecret(db, keys, owner);
  return text === undefined ? undefined : (JSON.parse(text) as Secrets);
}

/** With what a SIP account proves who it is; undefined where it can't be read. */
export async function sipPassword(
  db: Tx,
  keys: Keyring,
  owner: { account: AccountId; connection: string },
): Promise<string | undefined> {
  return (await secretsOf(db, keys, owner))?.password;
}

/** The address at which a connection is told of calls, as whoever signs it must know it. */
function eventAddress(settings: Deps['settings'], token: string): string {
  return `${publicAddress(settings)}${EVENTS}${token}`;
}

/** Where it is on. */
export async function callServiceOn(db: Tx, id: string): Promise<CallService | undefined> {
  const [found] = await readRows(db, callServices, [id]);
  return found?.is_enabled ? found : undefined;
}

/** As its settings show it. */
export async function describeService(
  db: Tx,
  { database: { keys }, settings }: Pick<Deps, 'database' | 'settings'>,
  account: AccountId,
  service: CallService,
): Promise<CallServiceRecord> {
  const secrets = await secretsOf(db, keys, { account, connection: service.id });
  return {
    ...service,
    needs_reconnect: secrets === undefined,
    registered_until: (await registeredUntil(db, service.id))?.toISOString() ?? null,
    event_address: secrets && secrets.token !== '' ? eventAddress(settings, secrets.token) : null,
  };
}

/** Who is told at such an address, how, and with what it must be signed; a paused one hears nothing. */
export interface Hearing {
  readonly account: AccountId;
  readonly service: CallService;
  readonly address: string;
  readonly password: string;
}

export async function findHearing(
  { database: { db, keys }, settings }: Pick<Deps, 'database' | 'settings'>,
  token: string,
): Promise<Hearing | undefined> {
  const found = TOKEN.test(token) ? await findAddress(db, tokenHash(token)) : undefined;
  if (!found) return undefined;
  const [account, connection] = [accountNamedBy(found), found.connection_id];
  return withAccount(db, account, async (db) => {
    const service = await callServiceOn(db, connection);
    const secrets = service && (await secretsOf(db, keys, { account, connection }));
    return (
      secrets && { account, service, address: eventAddress(settings, token), password: secrets.password }
    );
  });
}

/** What is wrong with what somebody has entered, in words. */
function tidied<
  T extends Partial<Pick<CallService, 'name' | 'address' | 'login' | 'number' | 'office_phone'>>,
>(kind: CallService['kind'], given: T): T {
  const refuse = (why: string) => new Failure('unprocessable', why);
  if (kind === 'sip' && given.address !== undefined) checkSipAddress(given.address);
  const said = { ...given };
  if (kind === 'twilio calls')
    for (const [field, what] of [
      ['number', 'your Twilio number'],
      ['office_phone', 'the number of the office phone'],
    ] as const) {
      if (given[field] === undefined) continue;
      const number = callerNumber(given[field]);
      if (!number?.startsWith('+')) throw refuse(`Enter ${what} with its area, like 02 9876 5432.`);
      said[field] = number;
    }
  if (kind === 'twilio calls' && given.login !== undefined && !/^AC[0-9a-f]{32}$/i.test(given.login))
    throw refuse('Enter the account SID: AC and 32 letters and digits.');
  return said;
}

/** A number that rings itself would go on ringing, and each time costs. */
function checkNoCircle({ number, office_phone }: CallService): void {
  if (number !== '' && number === office_phone)
    throw new Failure('unprocessable', 'The office phone can’t be your Twilio number: it would ring itself.');
}

export async function connectService(
  write: Writer,
  keys: Keyring,
  account: AccountId,
  { password, ...given }: NewCallService,
): Promise<CallService> {
  const { kind } = given;
  if ((await listServices(write.db)).length >= MOST_SERVICES)
    throw new Failure('unprocessable', `You’ve reached the limit of ${MOST_SERVICES}. Disconnect one first.`);
  if (kind !== 'calls' && password === undefined)
    throw new Failure('unprocessable', kind === 'sip' ? 'Enter the password.' : 'Enter the auth token.');
  const blank = { address: '', login: '', number: '', office_phone: '' };
  const needed =
    kind === 'sip' ? { address: '' } : kind === 'calls' ? {} : { login: '', number: '', office_phone: '' };
  const [row] = await write.insert(callServices, [
    {
      ...blank,
      ...tidied(kind, { ...needed, ...given }),
      is_enabled: true,
      stopped_because: '',
      created_by: write.author.user!,
      created_at: write.at.toISOString(),
    },
  ]);
  checkNoCircle(row!);
  const { id } = row!;
  await openConnection(write.db, id, kind);
  const token = kind === 'sip' ? '' : randomBytes(32).toString('base64url');
  const secret = kind === 'calls' ? randomBytes(32).toString('base64url') : password!;
  const secrets: Secrets = { password: secret, token };
  await keepSecret(write.db, keys, { account, connection: id }, JSON.stringify(secrets));
  if (token !== '') await insertAddress(write.db, id, tokenHash(token));
  if (kind === 'sip') await turnLine(write.db, id, true);
  tellOf(write.db, PROCESSES, { event: CALL_LINE, id: account });
  return row!;
}

/** What a webhook signs with, for whoever has just made it. */
export async function signingSecret(
  db: Tx,
  keys: Keyring,
  account: AccountId,
  { id, kind }: CallService,
): Promise<string | null> {
  if (kind !== 'calls') return null;
  return (await secretsOf(db, keys, { account, connection: id }))?.password ?? null;
}

export async function editService(
  write: Writer,
  keys: Keyring,
  account: AccountId,
  id: string,
  {
    version,
    password,
    ...given
  }: Omit<CallServiceEdit, 'version'> & { version?: number; is_enabled?: boolean },
): Promise<CallService> {
  const [known] = await readRows(write.db, callServices, [id]);
  if (!known) throw new Failure('notFound');
  if (password !== undefined) {
    if (known.kind === 'calls')
      throw new Failure('unprocessable', 'Its secret is made here. Connect it again.');
    const owner = { account, connection: id };
    const secrets = await secretsOf(write.db, keys, owner);
    if (!secrets && known.kind !== 'sip')
      throw new Failure('conflict', 'Its address can’t be read on this server anymore. Connect it again.');
    await keepSecret(write.db, keys, owner, JSON.stringify({ token: '', ...secrets, password }));
  }
  const fields = { ...tidied(known.kind, given), ...(given.is_enabled && { stopped_because: '' }) };
  const row = await write.update(callServices, id, fields, version);
  checkNoCircle(row);
  await clearConnection(write.db, id);
  if (known.kind === 'sip') await turnLine(write.db, id, row.is_enabled);
  tellOf(write.db, PROCESSES, { event: CALL_LINE, id: account });
  return row;
}

/** Its secret and its address go with it; the calls that it told of stay. */
export async function removeService(write: Writer, account: AccountId, id: string): Promise<null> {
  await write.remove(callServices, id);
  await closeConnection(write.db, id);
  tellOf(write.db, PROCESSES, { event: CALL_LINE, id: account });
  return null;
}

/** The service that can ring two sides, where one is on. */
export async function ringingService(db: Tx): Promise<CallService | undefined> {
  return (await listServices(db)).find(({ kind, is_enabled }) => kind === 'twilio calls' && is_enabled);
}

/** Ordinary numbers in Australia: what is dear, or far away, nobody rings from a page. */
const ORDINARY = /^\+61([2-478]\d{8}|1[38]00\d{6}|13\d{4})$/;

/**
 * Rings the phone in the office, and then the number, once somebody has picked up. Outside every transaction; the event says what was
 * begun. `ours` marks at the address what is told of it.
 */
export async function ringBothSides(
  { database: { db, keys }, settings }: Pick<Deps, 'database' | 'settings'>,
  { account, at }: Pick<Command, 'account' | 'at'>,
  text: string,
  ours: string,
): Promise<{ connection: string; office_phone: string; event: CallEvent }> {
  const number = callerNumber(text);
  if (number === null || !ORDINARY.test(number))
    throw new Failure('unprocessable', 'Only ordinary numbers in Australia can be rung from here.');
  const { service, secrets } = await withAccount(db, account, async (db) => {
    const service = await ringingService(db);
    if (!service) throw new Failure('unprocessable', 'Nothing is connected that can ring both sides.');
    await takeHits(db, [{ limit: callLimits.ringsPerAccount, key: account }], at);
    const secrets = await secretsOf(db, keys, { account, connection: service.id });
    if (!secrets)
      throw new Failure('unprocessable', 'Twilio has to be connected again: its auth token can’t be read.');
    return { service, secrets };
  });
  const address = eventAddress(settings, secrets.token) + ours;
  const form = new URLSearchParams({
    To: service.office_phone,
    From: service.number,
    Twiml: dialInWords({ number, address, callerId: service.number }),
    StatusCallback: address,
  });
  const login = { url: settings.TWILIO_URL, account: service.login, token: secrets.password };
  const asked = { path: callsPath(service.login), form, networks: settings.WEBHOOK_NETWORKS };
  const { status, body } = await askTwilio(login, asked).catch(() => ({ status: 0, body: undefined }));
  const sid = field(body, 'sid');
  if (status === 0)
    throw new Failure(
      'unprocessable',
      'Twilio didn’t answer, so we can’t tell whether it’s calling you. If your phone rings, pick it up.',
    );
  if (typeof sid !== 'string')
    throw new Failure(
      'unprocessable',
      `Twilio didn’t take the call (${status}). Check the connection in Settings.`,
    );
  const call = { call: sid, direction: 'out', at, from: service.number, to: number, by: null } as const;
  return {
    connection: service.id,
    office_phone: service.office_phone,
    event: { ...call, id: `${sid} rung`, event: 'ringing' },
  };
}
