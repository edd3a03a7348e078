import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { CallServiceRecord } from '@muster/domain/calls/call-services/schema';
import type { Call } from '@muster/domain/calls/calls/schema';
import type { Connection } from '@muster/domain/messages/connections/schema';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { bareEnv } from '../../../../test/bare-env.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { dumpDatabase, spellings } from '../../../../test/dump.ts';
import { exchange, type Exchange } from '../../../../test/services/exchange.ts';
import { calls } from '../../../../test/setups/calls.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { silentLog } from '../../../../test/silent-log.ts';
import { until } from '../../../../test/until.ts';
import type { App } from '../../../platform/deps.ts';

const env = { WEBHOOK_NETWORKS: '127.0.0.1', HOST: '0.0.0.0' };
const clock = { ahead: 0 };
const now = () => Date.now() + clock.ahead;

let here: TestDatabase;
let app: App | undefined;
let owner: Awaited<ReturnType<typeof schedulerOf>>;
const open: Exchange[] = [];

async function start(): Promise<App> {
  const started = await testApp(here, { env, now, log: silentLog });
  owner = await schedulerOf(started, 'owner@example.com');
  return started;
}

beforeAll(async () => {
  here = await testDatabase();
  await openDemo(here.database);
  app = await start();
});
afterEach(async () => {
  for (const { id } of await connections()) await owner.delete(`/connections/${id}`);
  await Promise.all(open.splice(0).map((one) => one.close()));
});
afterAll(async () => {
  await app?.close();
  await here.drop();
});

async function exchangeOf(options: Parameters<typeof exchange>[0] = {}): Promise<Exchange> {
  const one = await exchange(options);
  open.push(one);
  return one;
}

async function connections(): Promise<Connection[]> {
  return ((await owner.get('/connections')).data as { rows: Connection[] }).rows;
}

async function listed(): Promise<Call[]> {
  return ((await owner.get(`${calls}/calls`)).data as { rows: Call[] }).rows;
}

async function connect(to: Exchange, password = 'secret', transport = 'udp'): Promise<string> {
  const address = `sip:reception@127.0.0.1:${to.port};transport=${transport}`;
  const answer = await owner.post(`${calls}/services`, { kind: 'sip', name: 'Reception', address, password });
  expect(answer).toMatchObject({ status: 200 });
  return (answer.data as { row: { id: string } }).row.id;
}

test.each(['udp', 'tcp'] as const)(
  'over %s whoever rings is in the log, and so is what became of it',
  async (transport) => {
    const to = await exchangeOf({ transport });
    const id = await connect(to, 'secret', transport);
    await until(() => to.bindings.size === 1);
    const missed = to.invite({ callId: `${transport} 1`, from: '<sip:0412345678@x>' });
    const ringing = await until(async () => (await listed()).find(({ state }) => state === 'ringing'));
    expect(ringing).toMatchObject({ number: '+61412345678', called: '+61290000001', direction: 'in' });
    missed.cancel();
    await until(async () => (await listed()).find((call) => call.id === ringing.id)?.state === 'missed');
    const taken = to.invite({
      callId: `${transport} 2`,
      from: '"Anonymous" <sip:anonymous@anonymous.invalid>',
    });
    await until(() => taken.statuses.includes(180));
    taken.cancel('SIP;cause=200;text="Call completed elsewhere"');
    const answered = await until(async () => (await listed()).find(({ state }) => state === 'answered'));
    expect(answered).toMatchObject({ number: null });
    const services = (await owner.get(`${calls}/services`)).data as { rows: CallServiceRecord[] };
    const { registered_until: registered } = services.rows.find((row) => row.id === id)!;
    expect(Date.parse(registered!)).toBeGreaterThan(now() + 60_000);
    // Nobody tells us when they hang up: a card that stands for hours would be in the way of the next.
    clock.ahead += 6 * 60_000;
    expect(((await owner.get(`${calls}/ringing`)).data as { rows: Call[] }).rows).toEqual([]);
    expect((await listed()).find((call) => call.id === answered.id)).toMatchObject({
      state: 'ended',
      ended_at: null,
    });
  },
);

test('a wrong password is said in words, is not tried again before its pause is over, and the right one goes on at once', async () => {
  const to = await exchangeOf({ password: 'right' });
  const id = await connect(to, 'wrong');
  const failing = await until(async () => (await connections()).find((row) => row.error !== ''));
  expect(failing.error).toBe('The user name or the password is wrong.');
  const tried = to.registers.length;
  // Without a proof, and with one: no more, however long it looks.
  expect(new Set(to.registers.map(({ headers }) => headers.get('cseq'))).size).toBe(2);
  clock.ahead += 300_000;
  await until(() => to.registers.length > tried);
  const { version } = (await connections()).find((row) => row.id === id)!;
  expect((await owner.patch(`${calls}/services/${id}`, { version, password: 'right' })).status).toBe(200);
  await until(() => to.bindings.size === 1);
  await until(async () => (await connections()).find((row) => row.id === id)?.error === '');
});

test('a pause takes the phone away, and so does disconnecting; the password is in no answer and in no dump', async () => {
  const to = await exchangeOf({ password: 's3cret-of-reception' });
  const id = await connect(to, 's3cret-of-reception');
  await until(() => to.bindings.size === 1);
  expect(JSON.stringify([await connections(), await owner.get(`${calls}/services`)])).not.toContain(
    's3cret-of',
  );
  const dump = await dumpDatabase(here);
  expect(spellings('s3cret-of-reception').filter((one) => dump.includes(one))).toEqual([]);
  await owner.post(`/connections/${id}/pause`);
  await until(() => to.bindings.size === 0);
  await owner.post(`/connections/${id}/resume`);
  await until(() => to.bindings.size === 1);
  await owner.delete(`/connections/${id}`);
  await until(() => to.bindings.size === 0);
});

test('an address on a private network is not spoken to, and one that is none is refused', async () => {
  const refused = await owner.post(`${calls}/services`, {
    kind: 'sip',
    name: 'Reception',
    address: 'sip:reception@pbx;transport=smoke',
    password: 'x',
  });
  expect(refused).toMatchObject({
    status: 422,
    message: expect.stringContaining('Enter an address like sip:'),
  });
  await owner.post(`${calls}/services`, {
    kind: 'sip',
    name: 'Reception',
    address: 'sip:reception@10.0.0.1',
    password: 'x',
  });
  const failing = await until(async () => (await connections()).find((row) => row.error !== ''));
  expect(failing.error).toContain('on a private network');
});

test('of two processes one is registered, and when it is killed the other is, and hears the next call', async () => {
  const to = await exchangeOf();
  await connect(to);
  await until(() => to.bindings.size === 1);
  await app!.close();
  expect(to.bindings.size).toBe(0);
  // Its lease is long, so that however slowly it starts, only its death ends it.
  const ahead = 600_000;
  const second = join(import.meta.dirname, '../../../../test/faults/second-server.ts');
  const args = [second, here.ownerUrl, String(now() + ahead), JSON.stringify(env)];
  const killed = spawn(process.execPath, args, { env: bareEnv(), stdio: ['ignore', 'pipe', 'inherit'] });
  let left: string | undefined;
  try {
    await until(() => to.bindings.size === 1);
    [left] = to.bindings.keys();
    app = await start();
    await owner.get('/connections');
    expect([...to.bindings.keys()]).toEqual([left]);
  } finally {
    killed.kill('SIGKILL');
    await once(killed, 'exit');
  }
  clock.ahead += ahead + 31_000;
  await until(() => to.bindings.size === 1 && !to.bindings.has(left!));
  to.invite({ callId: 'after', from: '<sip:0412000999@x>' });
  await until(async () => (await listed()).some(({ number }) => number === '+61412000999'));
});
