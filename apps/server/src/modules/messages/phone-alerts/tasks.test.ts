import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AlertedPhone, PhoneAlerts } from '@muster/domain/messages/phone-alerts/schema';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pushService, type PushService } from '../../../../test/services/push-service.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import { queueOn } from '../../../../test/setups/customers-told.ts';
import { schedulerWith } from '../../../../test/setups/scheduler.ts';
import { at, changeOf, MONDAY, openWork, type Work } from '../../../../test/setups/work.ts';

const USER = '0193e5a0-0000-7000-8000-000000000013';
const env = { WEBHOOK_NETWORKS: '127.0.0.1', PUSH_SERVICES: '127.0.0.1' };
const TODAY = '2026-11-16';

let reply: number | [number, Record<string, string>] = 201;
let work: Work;
let push: PushService;
let pass: ReturnType<typeof queueOn>['pass'];
let own: string;
let colleague: string;
let priya: Awaited<ReturnType<typeof phoneOf>>;
beforeAll(async () => {
  work = await openWork({ env });
  push = await pushService(() => reply);
  ({ pass } = queueOn(work, env));
  colleague = (await work.addTechnician()).id;
});
beforeEach(async () => {
  reply = 201;
  hour = 9;
  work.clock.now = MONDAY;
  own = (await work.addTechnician()).id;
  await work.owner.put(`/team/${USER}/technician`, { technician_id: own });
  await work.inside((db) => sql`delete from alerted_phones`.execute(db));
  priya = await phoneOf('technician@example.com');
  await priya.read();
  await pass(3_600);
  push.received.length = 0;
  work.clock.now = MONDAY;
});
afterAll(async () => {
  await push.close();
  await work.close();
});

/** A browser in which somebody has signed in. */
async function phoneOf(email: string) {
  const { headers } = await signInAs(work.app, email);
  const calls = schedulerWith(work.app, headers);
  const keep = (phone: AlertedPhone) => calls.put('/my/phone-alerts', phone);
  return {
    ...calls,
    keep,
    async switchOn(): Promise<AlertedPhone> {
      const { key } = (await calls.post('/my/phone-alerts/key')).data as { key: string };
      const phone = push.subscribe(key);
      expect((await keep(phone)).status).toBe(200);
      return phone;
    },
    state: async () => (await calls.get('/my/phone-alerts')).data as PhoneAlerts,
    /** Whoever looks knows all there is. */
    async read() {
      const { change } = (await calls.get('/my/visits')).data as { change: number };
      await calls.put('/my/heard', { change });
    },
    signOut: () => work.app.inject({ method: 'POST', url: '/services/authentication/api/logout', headers }),
  };
}

let hour = 0;
async function book(day: `${number}-${number}-${number}` = TODAY, technician = own) {
  const visit = await work.addVisit();
  const answer = await move(visit.id, `${(hour += 1)}`.padStart(2, '0') as '10', day, technician);
  return { id: visit.id, change: changeOf(answer) };
}
async function move(
  id: string,
  at_: `${number}`,
  day: `${number}-${number}-${number}` = TODAY,
  technician = own,
) {
  const overrides = ['shift', 'travel', 'overlap', 'window'].map((rule) => ({ rule, reason: 'a test' }));
  const answer = await work.schedule(id, [technician], at(`${at_}:00` as '10:00', day), { overrides });
  if (answer.status !== 200) throw new Error(answer.message);
  return answer;
}

const alerts = () => push.received.map(({ alert }) => alert);

test('a phone that is switched on says that the day has changed, a minute later, and nothing of whom', async () => {
  await book();
  await pass(90);
  expect(alerts()).toEqual([]);
  const phone = await priya.switchOn();
  expect(await priya.state()).toEqual({ state: 'on', endpoint: phone.endpoint, key: phone.key });
  await priya.read();
  await book();
  await book();
  await pass(59);
  expect(alerts()).toEqual([]);
  await pass(2);
  expect(alerts()).toEqual([{ title: 'Your day has changed', body: '2 visits', quiet: false }]);
  expect(push.received[0]!.headers).toMatchObject({ ttl: '43200', topic: 'day', urgency: 'high' });
  const { news } = (await priya.get('/my/visits')).data as { news: unknown[] };
  expect(news).toHaveLength(2);
});

test('five moves are one alert, an undo in time none, and one that comes later says so', async () => {
  await priya.switchOn();
  const { id } = await book();
  for (const hour of ['11', '12', '13', '14', '15'] as const) await move(id, hour);
  await pass(61);
  expect(alerts()).toMatchObject([{ body: '1 visit' }]);
  await priya.read();

  const undone = await book();
  await pass(30);
  expect((await work.owner.post(`/changes/${undone.change}/undo`)).status).toBe(200);
  await pass(120);
  expect(alerts()).toHaveLength(1);

  const late = await book();
  await pass(61);
  expect(alerts()).toHaveLength(2);
  await work.owner.post(`/changes/${late.change}/undo`);
  await pass(61);
  expect(alerts()[2]).toMatchObject({ title: 'Your day is back to how it was', quiet: true });
});

test('whoever goes on changing a day holds the alert back for five minutes at most', async () => {
  await priya.switchOn();
  const { id } = await book();
  for (let minute = 0; minute < 10; minute += 1) {
    await pass(40);
    await move(id, minute % 2 === 0 ? '10' : '11');
  }
  expect(alerts().length).toBeGreaterThanOrEqual(1);
  expect(alerts().length).toBeLessThanOrEqual(2);
});

test('what technicians do themselves, colleagues’ visits and days far ahead alert nobody', async () => {
  const { id } = await book();
  await priya.read();
  await priya.switchOn();
  await priya.post(`/my/visits/${id}/progress`, { progress: 'en route' });
  await book(TODAY, colleague);
  await book('2026-11-27');
  await pass(90);
  expect(alerts()).toEqual([]);
  const off = await work.owner.post(`/visits/${(await book('2026-11-17')).id}/cancel`, { reason: 'Sold' });
  expect(off.status).toBe(200);
  await pass(90);
  // New and cancelled within the minute.
  expect(alerts()).toEqual([]);
  await book('2026-11-17');
  await pass(90);
  expect(alerts()).toMatchObject([{ title: 'Your next days have changed', body: '1 visit' }]);
});

test('it is off for whoever has not switched it on, switches it off, signs out, is signed out or disabled', async () => {
  expect(await priya.state()).toMatchObject({ state: 'off', endpoint: null });
  const others = await Promise.all([1, 2, 3].map(() => phoneOf('technician@example.com')));
  const [left, lost, kept] = others as [typeof priya, typeof priya, typeof priya];
  for (const one of [priya, ...others]) await one.switchOn();
  await book();
  await pass(61);
  expect(push.received).toHaveLength(4);
  await priya.delete('/my/phone-alerts');
  expect(await priya.state()).toMatchObject({ state: 'off' });
  await left.signOut();
  await lost.switchOn();
  await priya.read();
  push.received.length = 0;
  await book();
  await pass(61);
  expect(push.received).toHaveLength(2);
  expect((await work.owner.post(`/team/${USER}/sign-out`)).status).toBe(200);
  await book();
  await pass(61);
  expect(push.received).toHaveLength(2);
  expect((await kept.get('/my/phone-alerts')).status).toBe(401);
  const phones = async () =>
    (await work.inside((db) => sql`select from alerted_phones`.execute(db))).rows.length;
  expect(await phones()).toBe(0);

  await (await phoneOf('technician@example.com')).switchOn();
  expect(await phones()).toBe(1);
  await work.inside((db) => sql`update users set disabled_at = now() where id = ${USER}`.execute(db));
  expect(await phones()).toBe(0);
  await work.inside((db) => sql`update users set disabled_at = null where id = ${USER}`.execute(db));
});

test('a phone is alerted for whoever is signed in on it alone', async () => {
  const phone = await priya.switchOn();
  const dee = await phoneOf('dispatcher@example.com');
  expect((await dee.keep(phone)).status).toBe(200);
  expect(await priya.state()).toMatchObject({ state: 'off' });
  await book();
  await pass(61);
  expect(alerts()).toEqual([]);
  await dee.delete('/my/phone-alerts');
});

test('only push services that are known are asked, with keys that can be used', async () => {
  const good = await priya.switchOn();
  const refused = async (phone: Partial<AlertedPhone>) => (await priya.keep({ ...good, ...phone })).status;
  for (const endpoint of [
    'https://evil.example/a',
    'http://169.254.169.254/latest',
    'https://fcm.googleapis.com.evil.example/',
    'file:///etc/passwd',
  ])
    expect(await refused({ endpoint })).toBe(422);
  expect(await refused({ p256dh: good.key.replace(/.{4}$/, 'AAAA') })).toBe(422);
  expect(await refused({ key: good.p256dh })).toBe(409);
  // Should the operator take a host back, nothing more goes there.
  await work.inside((db) =>
    sql`update alerted_phones set endpoint = replace(endpoint, '127.0.0.1', 'localhost')`.execute(db),
  );
  await book();
  await pass(61);
  expect(alerts()).toEqual([]);
  expect(await priya.state()).toMatchObject({ state: 'again', endpoint: null });
});

test('a phone that its push service knows no more is asked to be switched on again', async () => {
  const { endpoint } = await priya.switchOn();
  reply = 410;
  await book();
  await pass(61);
  expect(await priya.state()).toMatchObject({ state: 'again', endpoint: null });
  const { rows } = await work.inside((db) =>
    sql`select endpoint, p256dh, auth from alerted_phones`.execute(db),
  );
  expect(rows).toEqual([{ endpoint: '', p256dh: '', auth: '' }]);
  reply = 201;
  expect((await priya.switchOn()).endpoint).not.toBe(endpoint);
  expect(await priya.state()).toMatchObject({ state: 'on' });
});

test('a push service that is busy is asked again when it likes, with what is so then, and left after some tries', async () => {
  await priya.switchOn();
  reply = [429, { 'retry-after': '120' }];
  await book();
  await pass(61);
  reply = 201;
  await book();
  await pass(100);
  expect(alerts()).toEqual([]);
  await pass(60);
  expect(alerts()).toMatchObject([{ body: '2 visits' }]);

  await priya.read();
  reply = 503;
  await book();
  expect(await pass(3_600)).toBe(6);
  reply = 201;
  await book();
  await pass(61);
  expect(alerts()[1]).toMatchObject({ body: '2 visits' });
});

test('what was read before the minute is over is not said', async () => {
  await priya.switchOn();
  await book();
  await pass(30);
  await priya.read();
  await pass(60);
  expect(alerts()).toEqual([]);
});

test('a key that cannot be opened here is made anew, and every phone is asked to be switched on again', async () => {
  const other = await phoneOf('technician@example.com');
  const [before] = [await priya.switchOn(), await other.switchOn()];
  await work.inside((db) =>
    sql`update connection_secrets set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1)`.execute(db),
  );
  expect(await priya.state()).toMatchObject({ state: 'again', key: null });
  await book();
  await pass(61);
  expect(alerts()).toEqual([]);
  const after = await priya.switchOn();
  expect(after.key).not.toBe(before.key);
  expect(await other.state()).toMatchObject({ state: 'again' });
  await book();
  await pass(61);
  expect(push.received.map(({ phone }) => phone)).toEqual([after.endpoint.split('/').at(-1)]);
});

test('the owner reads which push services are told that a phone is alerted', async () => {
  const services = async () =>
    ((await work.owner.get('/connections')).data as { services: { kind: string; host: string }[] }).services;
  expect((await services()).filter(({ kind }) => kind === 'phone alerts')).toEqual([]);
  await priya.switchOn();
  expect(await services()).toContainEqual({ kind: 'phone alerts', host: '127.0.0.1' });
});

test('a phone of one business is nothing to another', async () => {
  await priya.switchOn();
  const rows = await work.inside((db) =>
    sql<{ phones: number }>`select set_config('muster.account', ${randomUUID()}, true),
          (select count(*)::int from alerted_phones) as phones`.execute(db),
  );
  expect(rows.rows).toMatchObject([{ phones: 0 }]);
});
