import { randomUUID } from 'node:crypto';
import { readOnlyRefusal } from '@muster/domain/identity/accounts/read-only';
import { codes } from '@muster/domain/values/code';
import { isPermitted, type Permit } from '@muster/domain/values/role';
import type { RouteOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../seed/demo.ts';
import { buildTasks, whenReadOnly } from '../../src/app.ts';
import { claimDue, openConnection, queueDelivery } from '../../src/modules/basics/deliveries/service.ts';
import { endReadOnly, setReadOnly } from '../../src/modules/identity/accounts/service.ts';
import { listReminding } from '../../src/modules/messages/customer-messages/store.ts';
import { listReminding as listRemindingPayers } from '../../src/modules/messages/payment-reminders/store.ts';
import { CARD_TURN, type CardTurnTask } from '../../src/modules/money/card-services/service.ts';
import { claimNext } from '../../src/modules/planning/plan-runs/service.ts';
import { withAccount } from '../../src/platform/db/account.ts';
import type { Deps } from '../../src/platform/deps.ts';
import { QUEUE_SCHEMA } from '../../src/platform/db/queue-schema.ts';
import { channelOf } from '../../src/platform/live/event-log.ts';
import { readOnlyOf } from '../../src/platform/sign-in/read-only.ts';
import { needsXsrf } from '../../src/platform/sign-in/session.ts';
import { enqueue } from '../../src/platform/tasks/outbox.ts';
import { startQueue } from '../../src/platform/tasks/queue.ts';
import { readSettings } from '../../src/settings.ts';
import { testApp } from '../app.ts';
import { testDatabase, type TestDatabase } from '../database.ts';
import { customerPageOf, dispatchedVisit } from '../setups/customer-page.ts';
import { type Field, openField } from '../setups/field.ts';
import { testFiles } from '../setups/files.ts';
import { day } from '../setups/planning.ts';
import { schedulerByKey } from '../setups/scheduler.ts';
import { changeOf, DEMO, MONDAY } from '../setups/work.ts';
import { signInAs } from '../sign-in.ts';
import { silentLog } from '../silent-log.ts';
import { until } from '../until.ts';

/** What is taken of a read-only account. Everything else that changes something is refused: a new call too, until somebody has decided. */
const taken = [
  'DELETE /services/authentication/api/sessions',
  'DELETE /services/authentication/api/sessions/:id',
  'DELETE /services/filesystem/api/v1/uploads/:id',
  'DELETE /services/scheduling/api/v1/connections/:id',
  'DELETE /services/scheduling/api/v1/my/phone-alerts',
  'DELETE /services/scheduling/api/v1/my/records/:id',
  'DELETE /services/scheduling/api/v1/my/taps/:id',
  'DELETE /services/scheduling/api/v1/webhooks/:id',
  'PATCH /services/filesystem/api/v1/uploads/:id',
  'POST /services/authentication/api/logout',
  'POST /services/authentication/api/password/change',
  'POST /services/filesystem/api/v1/uploads',
  'POST /services/scheduling/api/v1/api-keys/:id/revoke',
  'POST /services/scheduling/api/v1/calendar-feeds/:id/revoke',
  'POST /services/scheduling/api/v1/connections/:id/pause',
  'POST /services/scheduling/api/v1/contacts/:id/erase',
  'POST /services/scheduling/api/v1/customers/:id/erase',
  'POST /services/scheduling/api/v1/my/calendar-feeds/:id/revoke',
  'POST /services/scheduling/api/v1/my/phone-alerts/key',
  'POST /services/scheduling/api/v1/my/visits/:id/outcome',
  'POST /services/scheduling/api/v1/my/visits/:id/pin',
  'POST /services/scheduling/api/v1/my/visits/:id/progress',
  'POST /services/scheduling/api/v1/my/visits/:id/records',
  'POST /services/scheduling/api/v1/plan-runs/:id/stop',
  'POST /services/scheduling/api/v1/presence',
  'POST /services/scheduling/api/v1/proposals/:id/figures',
  'POST /services/scheduling/api/v1/slots',
  'POST /services/scheduling/api/v1/team/:id/disable',
  'POST /services/scheduling/api/v1/team/:id/sign-out',
  'POST /services/scheduling/api/v1/team/invitations/:id/revoke',
  'POST /services/scheduling/api/v1/technicians/:id/erase',
  'POST /services/scheduling/api/v1/visits/:id/page/revoke',
  'POST /services/subscription/api/v1/billing/cancel',
  'POST /services/subscription/api/v1/billing/check',
  'POST /services/subscription/api/v1/billing/keep',
  'POST /services/subscription/api/v1/billing/portal',
  'POST /services/subscription/api/v1/billing/preview',
  'POST /services/subscription/api/v1/billing/start',
  'POST /services/video/api/v1/links/:id/revoke',
  'PUT /services/scheduling/api/v1/my/heard',
  'PUT /services/scheduling/api/v1/my/phone-alerts',
  'PUT /services/subscription/api/v1/billing/plan',
];

/** Without a sign-in: of nobody's account, or a customer's or a stranger's, about which their own tests say what is taken. */
const withoutSignIn = [
  'POST /i/:token/pay',
  'POST /o/:token/start',
  'POST /o/:token/stop',
  'POST /q/:token/accept',
  'POST /q/:token/ask',
  'POST /q/:token/choose',
  'POST /q/:token/decline',
  'POST /services/authentication/api/activate',
  'POST /services/authentication/api/activation/check',
  'POST /services/authentication/api/activation/resend',
  'POST /services/authentication/api/invitation/accept',
  'POST /services/authentication/api/invitation/check',
  'POST /services/authentication/api/login',
  'POST /services/authentication/api/password/forgot',
  'POST /services/authentication/api/password/reset',
  'POST /services/authentication/api/password/reset/check',
  'POST /services/authentication/api/register',
  'POST /services/calls/api/v1/events/:token',
  'POST /services/payments/api/v1/events/:token',
  'POST /services/subscription/api/v1/enquiries/store',
  'POST /services/subscription/api/v1/events',
  'POST /v/:token/cancel',
  'POST /v/:token/confirm',
  'POST /v/:token/gate',
  'POST /v/:token/note',
  'POST /v/:token/time',
  'POST /v/:token/word',
];

const SINCE = new Date('2026-11-13T01:00:00Z');
const refusal = { status: 402, code: codes.readOnly, message: readOnlyRefusal('unpaid') };

function inDemo(here: TestDatabase) {
  const { db } = here.database;
  return {
    close: () => withAccount(db, DEMO, (db) => setReadOnly(db, DEMO, 'unpaid', SINCE)),
    open: () => withAccount(db, DEMO, (db) => endReadOnly(db, DEMO)),
  };
}

test('of every call, those that change something are refused but for the ones that are named here', async () => {
  const here = await testDatabase();
  await openDemo(here.database);
  const routes: RouteOptions[] = [];
  const app = await testApp(here, { onRoute: (route) => void routes.push(route) });
  const people = await Promise.all(
    (['owner', 'technician', 'staff'] as const).map(async (role) => ({
      rights: { role, money: role === 'owner' ? 'all' : 'none' } as const,
      headers: (await signInAs(app, `${role}@example.com`)).headers,
    })),
  );
  await inDemo(here).close();
  const found: Record<'taken' | 'public' | 'refused', string[]> = { taken: [], public: [], refused: [] };
  // Last what ends sessions.
  const endsSessions = ({ url }: RouteOptions) =>
    url.endsWith('/sessions') ? 1 : url.endsWith('/logout') ? 2 : 0;
  for (const { method, url, config } of routes.toSorted(
    (one, other) => endsSessions(one) - endsSessions(other),
  )) {
    const unsafe = [method].flat().filter(needsXsrf);
    for (const verb of unsafe) {
      const call = `${verb} ${url}`;
      if (config?.access === 'public') {
        found.public.push(call);
        continue;
      }
      // Asked without a body: of what is refused none is read, and of what is taken nothing comes.
      const { headers } = people.find(({ rights }) =>
        isPermitted(config!.access as readonly Permit[], rights),
      )!;
      const path = url.replaceAll(/:\w+/g, randomUUID());
      const answer = await app.inject({ method: verb as 'POST', url: path, headers });
      expect([call, answer.statusCode < 500]).toEqual([call, true]);
      const isRefused = answer.statusCode === refusal.status;
      if (isRefused) expect(answer.json()).toMatchObject({ code: refusal.code, message: refusal.message });
      found[isRefused ? 'refused' : 'taken'].push(call);
    }
  }
  const ofOffice = (call: string) => call.includes(' /services/office/');
  expect(found.taken.filter((call) => !ofOffice(call)).toSorted()).toEqual(taken);
  expect(found.public.toSorted()).toEqual(withoutSignIn);
  expect(found.refused.length).toBeGreaterThan(100);
  await app.close();
  await here.drop();
});

let field: Field;
let demo: ReturnType<typeof inDemo>;
beforeAll(async () => {
  field = await openField({ PLAN_THREADS: '0' });
  demo = inDemo(field.work.here);
});
afterEach(() => demo.open());
afterAll(() => field.work.close());

test('what phones have recorded is taken, exports and erasure work, and nothing else is changed until it is open again', async () => {
  const { work, phone, filing, booked, mine, seen } = field;
  const visit = await booked();
  const site = await work.addSite();
  const made = await work.owner.post('/skills', { name: 'Gas' });
  const { data: key } = await work.owner.post('/api-keys', { name: 'Books', rights: 'dispatcher' });
  const program = schedulerByKey(work.app, (key as { key: string }).key);
  await demo.close();

  for (const progress of ['en route', 'on site'])
    expect(await phone.post(`/my/visits/${visit}/progress`, { progress })).toMatchObject({ status: 200 });
  const note = { kind: 'note', content: { text: 'Valve replaced' } };
  expect(await phone.post(`/my/visits/${visit}/records`, note)).toMatchObject({ status: 200 });
  const told = { subject: 'visit', subject_id: visit, name: 'a.txt', kind: 'document' };
  const sender = await filing.senderOf('technician@example.com');
  expect(await sender.send(Buffer.from('Serial 4711'), told)).toMatchObject({ state: 'ready' });
  const done = await phone.post(`/my/visits/${visit}/outcome`, { outcome: 'completed' });
  expect(done).toMatchObject({ status: 200 });
  expect(await mine(visit)).toMatchObject({ state: 'completed' });
  expect(await seen(visit)).toMatchObject([{ kind: 'note' }]);

  expect(await work.owner.post('/skills', { name: 'Solar' })).toMatchObject(refusal);
  expect(await work.owner.post(`/changes/${changeOf(made)}/undo`)).toMatchObject(refusal);
  expect(await program.post('/customers', { name: 'Wind' })).toMatchObject(refusal);
  expect(await program.get('/customers')).toMatchObject({ status: 200 });
  const url = '/services/scheduling/api/v1/customers.csv';
  const { headers } = await signInAs(work.app, 'owner@example.com');
  expect((await work.app.inject({ url, headers })).body).toContain(site.name);
  expect(await work.owner.post(`/customers/${site.customer_id}/erase`)).toMatchObject({ status: 200 });
  const session = await work.app.inject({ url: '/services/authentication/api/session', headers });
  expect(session.json().data.account.read_only).toEqual({ since: SINCE.toISOString(), reason: 'unpaid' });

  await demo.open();
  expect(await work.owner.post('/skills', { name: 'Solar' })).toMatchObject({ status: 200 });
  expect(await program.post('/customers', { name: 'Wind' })).toMatchObject({ status: 200 });
});

test('a program may not even do what people still may', async () => {
  const { work } = field;
  const { data } = await work.owner.post('/api-keys', { name: 'Other', rights: 'dispatcher' });
  const program = schedulerByKey(work.app, (data as { key: string }).key);
  const slot = { duration: 30, site: { latitude: -33.8, longitude: 151 } };
  expect((await program.post('/slots', slot)).status).not.toBe(402);
  await demo.close();
  expect((await work.owner.post('/slots', slot)).status).not.toBe(402);
  expect(await program.post('/slots', slot)).toMatchObject(refusal);
});

test('since when it is stays, though the reason becomes another', async () => {
  await demo.close();
  const { db } = field.work.here.database;
  await withAccount(db, DEMO, (db) => setReadOnly(db, DEMO, 'ended', new Date(MONDAY)));
  expect(await withAccount(db, DEMO, (db) => readOnlyOf(db, DEMO))).toEqual({
    since: SINCE,
    reason: 'ended',
  });
});

test('a customer’s page goes on telling, takes no answer, and says nothing of why', async () => {
  const { work } = field;
  const { visit } = await dispatchedVisit(work);
  const page = await customerPageOf(work, visit);
  const { body: open } = await page.read();
  const form = page.tokenIn(open, 'confirm')!;
  await demo.close();
  const { status, body } = await page.read();
  expect([status, page.tokenIn(body, 'confirm')]).toEqual([200, undefined]);
  const answered = await page.post('confirm', { form });
  expect(answered.body).toContain('This can’t be done online right now. Please call us.');
  expect(answered.body + body).not.toMatch(/read-only|payment|paid/i);
  await demo.open();
  expect((await page.send('confirm')).location).toContain('confirm');
});

test('what works in the background waits, and goes on afterwards; what was begun is not lost', async () => {
  const { work } = field;
  const { here, clock, owner, inside } = work;
  const { db } = here.database;
  await work.addTechnician();
  await work.addVisit();
  const run = await owner.post('/plan-runs', day);
  expect(run).toMatchObject({ status: 200 });
  const connection = randomUUID();
  const at = new Date(clock.now);
  await inside(async (db) => {
    await openConnection(db, connection, 'smpp');
    const timed = { subject: randomUUID(), part: 0, holdUntil: at, notAfter: at };
    await queueDelivery(db, { connection, key: 'text 1' }, at, timed);
  });
  const claimed = () => inside((db) => claimDue(db, connection, { now: clock.now, most: 5 }));
  const { data: asked } = await owner.post('/imports', { kind: 'customers', csv: 'Name\nLater Pty Ltd' });
  const state = async () =>
    ((await owner.get(`/imports/${(asked as { id: string }).id}`)).data as { state: string }).state;
  const channel = channelOf(DEMO);
  const turn: CardTurnTask = { channel, account: channel, connection, turn: randomUUID() };
  await demo.close();
  await inside((db) => enqueue(db, CARD_TURN, turn));

  expect(await claimNext(db, randomUUID(), 1)).toBeUndefined();
  expect(await claimed()).toEqual([]);
  expect([await listReminding(db), await listRemindingPayers(db)].flat()).not.toContain(`account ${DEMO}`);
  const deps = {
    settings: readSettings({}),
    database: here.database,
    log: silentLog,
    now: () => clock.now,
    files: testFiles(),
  };
  const queue = await startQueue({
    database: here.database,
    log: silentLog,
    tasks: buildTasks(deps as unknown as Deps),
    whenReadOnly,
  });
  const held = async () => (await here.asOwner('select topic from outbox where held_for = $1', [DEMO])).rows;
  await until(async () => (await held()).some(({ topic }) => topic === 'long import'));
  expect(await state()).toBe('waiting');
  // What customers pay by card is received all the same.
  const finished = `select from ${QUEUE_SCHEMA}.job where data->>'topic' = $1 and state = 'completed'`;
  await until(async () => (await here.asOwner(finished, [CARD_TURN])).rows.length > 0);
  expect(await held()).not.toContainEqual({ topic: CARD_TURN });

  await demo.open();
  await until(async () => (await state()) === 'done');
  expect(await held()).toEqual([]);
  await queue.stop();
  expect(await claimed()).toHaveLength(1);
  expect(await claimNext(db, randomUUID(), 1)).toMatchObject({ account: DEMO });
});
