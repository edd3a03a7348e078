import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { assert, asyncProperty, constantFrom, integer } from 'fast-check';
import smpp from 'smpp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { dumpDatabase, spellings } from '../../../../test/dump.ts';
import { cutting, type Side } from '../../../../test/services/cutting.ts';
import { repetitions } from '../../../../test/long.ts';
import { receiptOf, type Smsc, smsc } from '../../../../test/services/smsc.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { DEMO } from '../../../../test/setups/work.ts';
import { silentLog } from '../../../../test/silent-log.ts';
import { twilio, type TwilioService } from '../../../../test/services/twilio.ts';
import { until } from '../../../../test/until.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { App, Deps } from '../../../platform/deps.ts';
import { readSettings } from '../../../settings.ts';
import { nudgeLine } from './service.ts';
import { cancelTexts, type NewText, sendTextOfAccount, textStates } from '../texts/service.ts';

const env = { WEBHOOK_NETWORKS: '127.0.0.1', HOST: '0.0.0.0', TWILIO_URL: '' };
const clock = { ahead: 0 };
const now = () => Date.now() + clock.ahead;
const connections = '/services/scheduling/api/v1/connections';
const texts = '/services/messages/api/v1/texts';

let here: TestDatabase;
let twilioHere: TwilioService;
let app: App;
let deps: Deps;
let owner: Awaited<ReturnType<typeof schedulerOf>>;
const open: Smsc[] = [];
beforeAll(async () => {
  here = await testDatabase();
  twilioHere = await twilio({ answer: (count) => (count === 2 ? 'cut' : 'taken') });
  env.TWILIO_URL = twilioHere.url;
  await openDemo(here.database);
  // With parts of its own it really ends when it is closed.
  app = await testApp(here, { env, now, log: silentLog });
  deps = { database: here.database, settings: readSettings(env), embedded: true, now } as Deps;
  owner = await schedulerOf(app, 'owner@example.com');
});
afterEach(async () => {
  const { data } = await owner.get('/connections');
  for (const { id } of (data as { rows: { id: string }[] }).rows) await owner.delete(`/connections/${id}`);
  await Promise.all(open.splice(0).map((one) => one.close()));
});
afterAll(async () => {
  await app.close();
  await twilioHere.close();
  await here.drop();
});

async function service(options: Parameters<typeof smsc>[0] = {}): Promise<Smsc> {
  const one = await smsc(options);
  open.push(one);
  return one;
}

async function connect(to: Smsc, more: object = {}): Promise<string> {
  const body = { kind: 'smpp', address: `smpp://127.0.0.1:${to.port}`, login: 'bluegum', password: 'secret' };
  const { status, data, message } = await owner.post(connections, { ...body, ...more });
  expect([status, message]).toEqual([200, expect.any(String)]);
  return (data as { row: { id: string } }).row.id;
}

async function connected(options: Parameters<typeof smsc>[0] = {}, more: object = {}) {
  const to = await service(options);
  const id = await connect(to, more);
  await until(() => to.sessions.length > 0);
  return { to, id };
}

function inAccount<T>(work: (db: Tx) => Promise<T>): Promise<T> {
  return withAccount(here.database.db, DEMO, work);
}

let last = 0;
/** Each text to a number of its own, so that none is like another. */
function newNumber(): string {
  last += 1;
  return `+614120${String(last).padStart(5, '0')}`;
}

async function send(text: Partial<NewText> = {}): Promise<{ id: string; number: string }> {
  const at = new Date(now());
  const number = text.to ?? newNumber();
  const usual = { body: 'See you at 9.', link: null, at, holdUntil: null, notAfter: null, kind: 'booked' };
  const nobody = { customer: null, contact: null, visit: null };
  const sent = await inAccount((db) =>
    sendTextOfAccount(db, deps, DEMO, { ...usual, ...nobody, ...text, to: number }),
  );
  if ('problem' in sent) throw new Error(sent.problem);
  return { id: sent.id, number };
}

async function stateOf(id: string) {
  return (await inAccount((db) => textStates(db, [id]))).get(id)!;
}

function became(id: string, ...states: string[]) {
  return until(async () => {
    const found = await stateOf(id);
    // What is over becomes nothing else, and would be waited for in vain.
    if (['failed', 'expired', 'unsent'].includes(found.state)) expect(states).toContain(found.state);
    return states.includes(found.state) ? found : undefined;
  });
}

interface ConnectionRow {
  id: string;
  version: number;
  status: string;
  error: string;
  waits_until: string | null;
}

async function connection(id: string) {
  const { data } = await owner.get('/connections');
  return (data as { rows: ConnectionRow[] }).rows.find((row) => row.id === id)!;
}

test('a text is handed over once, and its receipt says that it was delivered', async () => {
  const { to } = await connected();
  const { id, number } = await send({ body: 'See you at 9 [maybe] €5' });
  await became(id, 'sent');
  expect(to.submitted).toMatchObject([
    {
      destination_addr: number.slice(1),
      text: 'See you at 9 [maybe] €5',
      data_coding: 0,
      esm_class: 0,
      registered_delivery: 1,
    },
  ]);
  expect(await to.deliver(receiptOf('1', number))).toBe(0);
  expect(await became(id, 'delivered')).toMatchObject({ why: '' });
});

test('a long text with an emoji goes in parts, each of which is answered for itself', async () => {
  const { to } = await connected();
  const body = `Blue Gum Electrical 😀 ${'x'.repeat(120)}`;
  const { id, number } = await send({ body });
  await became(id, 'sent');
  expect(to.submitted).toHaveLength(3);
  expect(to.submitted.every(({ esm_class, data_coding }) => esm_class === 0x40 && data_coding === 8)).toBe(
    true,
  );
  expect(to.submitted.map(({ text }) => text).join('')).toBe(body);
  await to.deliver(receiptOf('1', number));
  await to.deliver(receiptOf('2', number));
  expect((await stateOf(id)).state).toBe('sent');
  await to.deliver(receiptOf('3', number));
  await became(id, 'delivered');
});

test('where the service cuts long texts itself, it is given the whole', async () => {
  const { to } = await connected({}, { long_texts: 'whole' });
  const { id } = await send({ body: 'x'.repeat(400) });
  await became(id, 'sent');
  expect(to.submitted.map(({ text, esm_class }) => [text.length, esm_class])).toEqual([[400, 0]]);
});

test('silence is unknown, is never sent again, and a receipt that comes later settles it', async () => {
  const { to } = await connected({ answer: () => 'cut' });
  const { id, number } = await send();
  expect(await became(id, 'unknown')).toMatchObject({ why: expect.stringMatching(/closed/) });
  const { id: other } = await send({ body: 'Another one.' });
  clock.ahead += 60_000;
  await until(() => to.sessions.length > 0);
  await became(other, 'unknown');
  clock.ahead += 120_000;
  await until(() => to.sessions.length > 0);
  expect(to.submitted).toHaveLength(2);
  await to.deliver(receiptOf('f00d', number, { text: 'See you at' }));
  await became(id, 'delivered');
  expect((await stateOf(other)).state).toBe('unknown');
});

test.each([
  ['7f', '127'],
  ['000127', '7F'],
  ['AB-12', 'ab-12'],
])('taken as %s, receipted as %s, refused by the phone', async (taken, told) => {
  const { to } = await connected({ answer: () => ({ id: taken }) });
  const { id, number } = await send();
  await became(id, 'sent');
  await to.deliver(receiptOf(told, number, { stat: 'undeliv' }));
  expect(await became(id, 'failed')).toMatchObject({ why: 'The service says undeliv.' });
});

test('a receipt with fields of its own needs no text, and one that is faster than the answer counts', async () => {
  const { to } = await connected({
    answer: async ({ session, destination_addr }) => {
      await new Promise<void>((resolve) =>
        session.deliver_sm(
          {
            esm_class: 4,
            source_addr: destination_addr,
            source_addr_ton: 1,
            receipted_message_id: 'early',
            message_state: 2,
            short_message: Buffer.alloc(0),
          },
          () => resolve(),
        ),
      );
      return { id: 'early' };
    },
  });
  const { id } = await send();
  await became(id, 'delivered');
  expect(to.submitted).toHaveLength(1);
});

test('a throttle pauses the line and not the text, which leaves when there is room again', async () => {
  const throttled = { status: smpp.errors['ESME_RTHROTTLED']! };
  const { to, id: line } = await connected({ answer: (_, count) => (count === 1 ? throttled : { id: 'a' }) });
  const { id } = await send();
  const waiting = await until(async () => {
    const found = await connection(line);
    return found.waits_until === null ? undefined : found;
  });
  expect(waiting).toMatchObject({
    status: 'retrying',
    error: expect.stringContaining('no more texts for now'),
  });
  expect((await stateOf(id)).state).toBe('waiting');
  clock.ahead += 10_000;
  await became(id, 'sent');
  expect(to.submitted).toHaveLength(2);
  expect(await connection(line)).toMatchObject({ status: 'on', error: '' });
});

test('a refusal is final for the text, and no other part of it is sent', async () => {
  const status = smpp.errors['ESME_RINVDSTADR']!;
  const { to } = await connected({ answer: () => ({ status }) });
  const { id } = await send();
  expect(await became(id, 'failed')).toMatchObject({ why: 'The service doesn’t take this number.' });
  expect(to.submitted).toHaveLength(1);
});

test('a wrong password is said in words, and a right one goes on at once', async () => {
  const to = await service({ password: 'right' });
  const id = await connect(to, { password: 'wrong' });
  const failing = await until(async () => {
    const found = await connection(id);
    return found.error === '' ? undefined : found;
  });
  expect(failing.error).toBe('The password is wrong.');
  const text = await send();
  const { version } = await connection(id);
  expect((await owner.patch(`/connections/${id}`, { version, password: 'right' })).status).toBe(200);
  await became(text.id, 'sent');
});

test('undo within the hold sends nothing, and after it says that it has left', async () => {
  const { to } = await connected();
  const held = await send({ holdUntil: new Date(now() + 3_600_000) });
  const gone = await send();
  await became(gone.id, 'sent');
  const unsent = await inAccount((db) => cancelTexts(db, [held.id, gone.id], new Date(now())));
  expect(unsent).toEqual([held.id]);
  expect((await stateOf(held.id)).state).toBe('unsent');
  clock.ahead += 2 * 3_600_000;
  await became((await send()).id, 'sent');
  expect(to.submitted.map(({ destination_addr }) => `+${destination_addr}`)).not.toContain(held.number);
});

test('what could not leave in time stays, costs nothing and says so', async () => {
  const { to, id: line } = await connected();
  await owner.post(`/connections/${line}/pause`);
  await until(() => to.sessions.length === 0);
  const paused = await inAccount((db) =>
    sendTextOfAccount(db, deps, DEMO, {
      to: newNumber(),
      body: 'x',
      link: null,
      at: new Date(now()),
      holdUntil: null,
      notAfter: null,
      kind: 'booked',
      customer: null,
      contact: null,
      visit: null,
    }),
  );
  expect(paused).toEqual({ problem: 'not connected' });
  await owner.post(`/connections/${line}/resume`);
  await until(() => to.sessions.length > 0);
  const before = await spent();
  const { id } = await send({
    holdUntil: new Date(now() + 60_000),
    notAfter: new Date(now() + 61_000),
  });
  expect(await spent()).toBe(before + 800);
  clock.ahead += 120_000;
  const other = await send();
  await became(other.id, 'sent');
  expect(await became(id, 'expired')).toMatchObject({ why: expect.stringContaining('in time') });
  expect(await spent()).toBe(before + 800);
});

async function spent(): Promise<number> {
  const { data } = await owner.get(`${texts}/settings`);
  return (data as { month: { spent: number } }).month.spent;
}

test('a month costs what the owner has said at most, however many are sent at once', async () => {
  await connected();
  const { data } = await owner.get(`${texts}/settings`);
  const { row } = data as { row: { version: number } };
  const dollars = Math.ceil((await spent()) / 10_000) + 1;
  await owner.patch(`${texts}/settings`, {
    version: row.version,
    monthly_ceiling: dollars,
    part_price: 2_500,
  });
  const left = Math.floor((dollars * 10_000 - (await spent())) / 2_500);
  const tried = await Promise.allSettled(Array.from({ length: left + 5 }, () => send()));
  const refused = tried.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(5);
  expect(refused[0]).toMatchObject({ reason: { message: 'ceiling' } });
  expect(await spent()).toBeLessThanOrEqual(dollars * 10_000);
  await owner.patch(`${texts}/settings`, {
    version: row.version + 1,
    monthly_ceiling: 10_000,
    part_price: 800,
  });
});

function answerFrom(number: string, body: string) {
  return {
    esm_class: 0,
    source_addr: number.slice(1),
    source_addr_ton: 1,
    destination_addr: '61400000000',
    data_coding: 1,
    short_message: Buffer.from(body),
  };
}

test('STOP is honoured at once and confirmed once, stops what waits, and START takes it back', async () => {
  const { to } = await connected();
  const number = newNumber();
  const held = await send({ to: number, holdUntil: new Date(now() + 3_600_000) });
  expect(await to.deliver(answerFrom(number, 'Stop.'))).toBe(0);
  expect((await stateOf(held.id)).state).toBe('unsent');
  await until(() => to.submitted.length === 1);
  expect(to.submitted[0]!.text).toMatch(
    /^You won't get texts from .* anymore\. Reply START to get them again\.$/,
  );
  await expect(send({ to: number })).rejects.toThrow('opted out');
  await to.deliver(answerFrom(number, 'STOP ALL'));
  await to.deliver(answerFrom(number, 'unsubscribe'));
  await to.deliver(answerFrom(number, 'start'));
  await until(() => to.submitted.length === 2);
  expect(to.submitted[1]!.text).toMatch(/^You'll get texts from .* again/);
  await became((await send({ to: number })).id, 'sent');
});

test('an answer that the service repeats is one, and one in parts is put together in their order', async () => {
  const { to } = await connected();
  const number = newNumber();
  await to.deliver(answerFrom(number, 'The dog is friendly'));
  await to.deliver(answerFrom(number, 'The dog is friendly'));
  const part = (at: number, text: string) => ({
    ...answerFrom(number, ''),
    esm_class: 0x40,
    short_message: Buffer.concat([Buffer.from([5, 0, 3, 9, 2, at]), Buffer.from(text)]),
  });
  await to.deliver(part(2, 'the shed.'));
  await to.deliver(part(1, 'The key is in '));
  await here.asOwner(`select set_config('muster.account', $1, false)`, [DEMO]);
  const { rows } = await here.asOwner(
    `select body, state from texts where direction = 'in' and number = $1 order by made_at`,
    [number],
  );
  expect(rows).toEqual([
    { body: 'The dog is friendly', state: 'received' },
    { body: 'The key is in the shed.', state: 'received' },
  ]);
});

test('two machines that answer each other soon end', async () => {
  const { to } = await connected();
  const number = newNumber();
  for (const [at, word] of ['STOP', 'START', 'STOP', 'START', 'STOP'].entries()) {
    await to.deliver(answerFrom(number, word));
    if (at < 2) await until(() => to.submitted.length === at + 1);
    clock.ahead += 11 * 60_000;
  }
  await became((await send()).id, 'sent');
  expect(to.submitted.filter(({ destination_addr }) => `+${destination_addr}` === number)).toHaveLength(2);
});

test('the password is in no answer and in no dump, and a private address is refused', async () => {
  const { id } = await connected({ password: 's3cret-of-bluegum' }, { password: 's3cret-of-bluegum' });
  const told = JSON.stringify(await owner.get('/connections'));
  expect(told).toContain(id);
  expect(told).not.toContain('s3cret-of-bluegum');
  const dump = await dumpDatabase(here);
  expect(spellings('s3cret-of-bluegum').filter((spelling) => dump.includes(spelling))).toEqual([]);
  await owner.delete(`/connections/${id}`);
  for (const address of [
    'smpp://10.0.0.1:2775',
    'smpps://192.168.1.1',
    'smpp://8.8.8.8',
    'https://8.8.8.8',
    'smsc',
  ]) {
    const refused = await owner.post(connections, { kind: 'smpp', address, login: 'x', password: 'y' });
    expect([address, refused.status]).toEqual([address, 422]);
  }
});

/** So long, and no part of it like another. */
function counted(length: number): string {
  return Array.from({ length }, (_, at) => `${at} `)
    .join('')
    .slice(0, length);
}

test('wherever the cable is cut, no text is sent twice, and none is lost without being called unknown', async () => {
  const to = await service();
  const cable = await cutting(to.port);
  open.push({ ...to, close: () => cable.close() });
  await connect({ ...to, port: cable.port });
  await until(() => to.sessions.length > 0);
  const side = constantFrom<Side>('client', 'server');
  await assert(
    asyncProperty(
      integer({ min: 0, max: 420 }),
      side,
      integer({ min: 1, max: 4 }),
      async (after, side, most) => {
        to.submitted.length = 0;
        cable.cutNext(after, side);
        // The line that stands is cut, too: the next one is the one that is cut at the byte.
        for (const session of to.sessions.slice()) session.destroy();
        const sent: { id: string; number: string }[] = [];
        for (let number = 0; number < most; number += 1)
          sent.push(await send({ body: `Text ${number} ${counted(number * 150)}` }));
        const states = await until(async () => {
          clock.ahead += 60_000;
          await inAccount(async (db) => nudgeLine(db, DEMO));
          const found = await Promise.all(sent.map(({ id }) => stateOf(id)));
          return found.every(({ state }) => state !== 'waiting') ? found : undefined;
        });
        for (const [at, { number }] of sent.entries()) {
          const got = to.submitted.filter(({ destination_addr }) => `+${destination_addr}` === number);
          expect(new Set(got.map(({ text }) => text)).size).toBe(got.length);
          const pieces = at === 0 ? 1 : Math.ceil((7 + at * 150) / (7 + at * 150 > 160 ? 153 : 160));
          expect(got.length).toBeLessThanOrEqual(pieces);
          if (states[at]!.state === 'sent') expect(got).toHaveLength(pieces);
          else expect(states[at]!.state).toBe('unknown');
        }
      },
    ),
    { numRuns: repetitions({ usual: 5, long: 500 }) },
  );
  expect(cable.cuts()).toBeGreaterThan(0);
});

test('through Twilio the same holds: once, receipts and answers by asking, and silence is unknown until the list says more', async () => {
  const { data } = await owner.get(`${texts}/settings`);
  const { version } = (data as { row: { version: number } }).row;
  await owner.patch(`${texts}/settings`, { version, sender: '+61400000000' });
  const made = await owner.post(connections, { kind: 'twilio', login: 'AC1', password: 'secret' });
  expect([made.status, made.message]).toEqual([200, expect.any(String)]);
  const { id, number } = await send({ body: `Blue Gum 😀 ${'x'.repeat(200)}` });
  await became(id, 'sent');
  expect(twilioHere.messages[0]).toMatchObject({ to: number, body: `Blue Gum 😀 ${'x'.repeat(200)}` });
  twilioHere.messages[0]!.status = 'delivered';
  const lost = await send({ body: 'Silence.' });
  await became(lost.id, 'unknown', 'sent');
  twilioHere.answerFrom(number, 'STOP');
  await became(id, 'delivered');
  await became(lost.id, 'sent');
  await until(() =>
    send({ to: number }).then(
      () => false,
      ({ message }: Error) => message === 'opted out',
    ),
  );
  expect(twilioHere.messages.filter(({ body }) => body === 'Silence.')).toHaveLength(1);
  const saved = await owner.get(`${texts}/settings`);
  const now2 = (saved.data as { row: { version: number } }).row.version;
  await owner.patch(`${texts}/settings`, { version: now2, sender: '' });
});

test('where no service is connected, no socket is opened and no name looked up', async () => {
  const seen: Socket[] = [];
  const see = (message: unknown) => void seen.push((message as { socket: Socket }).socket);
  subscribe('net.client.socket', see);
  for (let time = 0; time < 5; time += 1) await inAccount(async (db) => nudgeLine(db, DEMO));
  await expect(send()).rejects.toThrow('not connected');
  const { to } = await connected();
  await became((await send()).id, 'sent');
  unsubscribe('net.client.socket', see);
  const database = Number(new URL(here.database.appUrl).port || 5432);
  const outside = seen.filter(({ remotePort }) => remotePort !== undefined && remotePort !== database);
  expect(outside.map(({ remotePort }) => remotePort)).toEqual([to.port]);
});

test('two processes hold one line between them, and the other takes it over when the first is gone', async () => {
  const { to } = await connected();
  const second = await testApp(here, { env, now, log: silentLog });
  await became((await send()).id, 'sent');
  expect(to.binds).toHaveLength(1);
  await app.close();
  const rest = await send();
  await until(async () => {
    await inAccount(async (db) => nudgeLine(db, DEMO));
    return (await stateOf(rest.id)).state === 'sent';
  });
  expect(to.binds).toHaveLength(2);
  app = second;
  owner = await schedulerOf(app, 'owner@example.com');
});
