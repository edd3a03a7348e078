import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { openBusiness } from '../../../../test/setups/businesses.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import type { App } from '../../../platform/deps.ts';
import { deriveSecret, type MailedLink, mailedToken } from '../../../platform/sign-in/secret.ts';

let here: TestDatabase;
let app: App;
let business: Awaited<ReturnType<typeof openBusiness>>;
let owner: Awaited<ReturnType<typeof schedulerOf>>;
let dispatcher: Awaited<ReturnType<typeof schedulerOf>>;
beforeAll(async () => {
  here = await testDatabase();
  business = await openBusiness(here.database.db);
  app = await testApp(here);
  owner = await schedulerOf(app, business.owner.email);
  dispatcher = await schedulerOf(app, business.dispatcher.email);
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

async function version(): Promise<number> {
  return ((await owner.get('/settings')).data as { row: { version: number } }).row.version;
}

test('the owner says who the business is; the zone and the holidays follow from the state, and the name is seen at once', async () => {
  const edited = await owner.patch('/settings', {
    version: await version(),
    name: ' Port Pipes ',
    abn: '51 824 753 556',
    region: 'SA',
    is_set_up: true,
  });
  expect(edited.data).toMatchObject({
    row: { name: 'Port Pipes', abn: '51824753556', region: 'SA', zone: 'Australia/Adelaide' },
  });
  expect((edited.data as { row: { set_up_at: string } }).row.set_up_at).toMatch(/^20/);
  const { headers } = await signInAs(app, business.dispatcher.email);
  const session = await app.inject({ url: '/services/authentication/api/session', headers });
  expect(session.json().data.account.name).toBe('Port Pipes');
  const { data } = await dispatcher.get('/holidays?from=2026-03-01&to=2026-03-31');
  expect(data).toMatchObject({ rows: [{ date: '2026-03-09', name: 'Adelaide Cup Day' }] });
});

test('a zone that is given counts, and an undo brings back what was before', async () => {
  const before = (await owner.get('/settings')).data as { row: object };
  const edited = await owner.patch('/settings', {
    version: await version(),
    region: 'NSW',
    zone: 'Australia/Broken_Hill',
    overtime: 30,
  });
  expect(edited.data).toMatchObject({ row: { region: 'NSW', zone: 'Australia/Broken_Hill', overtime: 30 } });
  await owner.post(`/changes/${(edited.data as { change: number }).change}/undo`);
  expect((await owner.get('/settings')).data).toMatchObject({
    row: { ...before.row, version: await version() },
  });
});

test.each([
  [{ abn: '51 824 753 557' }, 'valid ABN'],
  [{ name: 'Pipes\nand a second line' }, 'one line'],
  [{ name: 'Tax Office - refund at https://example.com' }, 'without web or email addresses'],
  [{ email: '(1)office@example.com' }, 'like name@example.com'],
  [
    {
      working_week: [
        { weekday: 1, from: '09:00', to: '10:00', breaks: [{ from: '09:00', to: '09:05', length: 30 }] },
      ],
    },
    'break',
  ],
])('%j is refused in words', async (fields, words) => {
  const refused = await owner.patch('/settings', { version: await version(), ...fields });
  expect(refused).toMatchObject({ status: 422, message: expect.stringContaining(words) });
});

test('an industry that does not exist is refused', async () => {
  const refused = await owner.patch('/settings', { version: await version(), industry_id: 999_999 });
  expect(refused).toMatchObject({ status: 409, message: 'This trade no longer exists. Choose another one.' });
});

test('dispatchers read and do not write, technicians do neither, and who is late sees both versions', async () => {
  expect((await dispatcher.get('/settings')).status).toBe(200);
  expect((await dispatcher.patch('/settings', { version: 1, overtime: 5 })).status).toBe(403);
  const technician = await schedulerOf(app, business.technician.email);
  expect((await technician.get('/settings')).status).toBe(403);
  const current = await version();
  await owner.patch('/settings', { version: current, overtime: 45 });
  const late = await owner.patch('/settings', { version: current, overtime: 50 });
  expect(late).toMatchObject({ status: 409, data: { current: current + 1, row: { overtime: 45 } } });
});

test('what matters when planning is the owner’s to say, in five steps, and is undone like anything else', async () => {
  const { row } = (await owner.get('/settings')).data as { row: { planning: object; travel: object } };
  const planning = { ...row.planning, driving: 4, longestDay: 480 };
  const wanted = { planning, travel: { ...row.travel, buffer: 5 } };
  expect((await dispatcher.patch('/settings', { version: await version(), ...wanted })).status).toBe(403);
  const edited = await owner.patch('/settings', { version: await version(), ...wanted });
  expect(edited.data).toMatchObject({ row: wanted });
  const { data } = await dispatcher.get('/board?from=2026-11-17&to=2026-11-17');
  expect(data).toMatchObject({ business: wanted });
  const wrong = { version: await version(), planning: { ...planning, driving: 5 } };
  expect((await owner.patch('/settings', wrong)).status).toBe(400);
  await owner.post(`/changes/${(edited.data as { change: number }).change}/undo`);
  expect((await owner.get('/settings')).data).toMatchObject({ row: { planning: row.planning } });
});

test('answers go to an address once its link was opened; who signs in with one has confirmed it', async () => {
  const shown = async () =>
    ((await owner.get('/settings')).data as { row: { email: string; verified_email: string } }).row;
  await owner.patch('/settings', { version: await version(), email: business.dispatcher.email });
  expect((await shown()).verified_email).toBe(business.dispatcher.email);
  await owner.patch('/settings', { version: await version(), email: 'Office@example.com' });
  expect(await shown()).toMatchObject({ email: 'office@example.com' });
  expect((await shown()).verified_email).not.toBe('office@example.com');
  expect((await dispatcher.post('/settings/email/confirmation')).status).toBe(403);
  expect((await owner.post('/settings/email/confirmation')).status).toBe(200);
  const { rows } = await here.asOwner<{ payload: { to: string; link: MailedLink } }>(
    `delete from outbox where payload->>'template' = 'reply address' returning payload`,
  );
  const [{ payload }] = rows as [(typeof rows)[0]];
  expect(payload).toMatchObject({ to: 'office@example.com' });
  const tokenFor = (id: string) => mailedToken(here.database, { ...payload.link, id });
  const other = payload.link.id.replace('office@', 'other@');
  expect((await owner.post('/settings/email/confirm', { token: tokenFor(other) })).status).toBe(422);
  const confirmed = await owner.post('/settings/email/confirm', { token: tokenFor(payload.link.id) });
  expect(confirmed).toMatchObject({ status: 200, data: { row: { verified_email: 'office@example.com' } } });
  expect((await owner.post('/settings/email/confirmation')).status).toBe(422);
});

test('the link to confirm an address outlives the database’s password; one from before that still works', async () => {
  const email = 'front@example.com';
  await owner.patch('/settings', { version: await version(), email });
  await owner.post('/settings/email/confirmation');
  const { rows } = await here.asOwner<{ payload: { link: MailedLink } }>(
    `delete from outbox where payload->>'template' = 'reply address' returning payload`,
  );
  const { link } = rows[0]!.payload;
  const confirm = (token: string) => owner.post('/settings/email/confirm', { token });
  // As a server makes it that signs in to the database with another password.
  const elsewhere = mailedToken({ ...here.database, secret: deriveSecret('another') }, link);
  expect((await confirm(elsewhere)).status).toBe(200);
  const before = mailedToken(here.database, { purpose: link.purpose, id: link.id });
  expect(before).not.toBe(elsewhere);
  expect((await confirm(before)).status).toBe(200);
  expect((await confirm(`${before.slice(0, -2)}xx`)).status).toBe(422);
});
