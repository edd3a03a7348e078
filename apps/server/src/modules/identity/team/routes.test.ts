import { randomUUID } from 'node:crypto';
import type { TeamInvitation, TeamMember } from '@muster/domain/identity/team/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { openBusiness } from '../../../../test/setups/businesses.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { lettersTo } from '../../../../test/setups/letters.ts';
import { repetitions } from '../../../../test/long.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { keptCookies, signInAs } from '../../../../test/sign-in.ts';
import type { App } from '../../../platform/deps.ts';
import { mailedToken } from '../../../platform/sign-in/secret.ts';

type Caller = Awaited<ReturnType<typeof schedulerOf>>;
const password = 'correct horse 9';

let here: TestDatabase;
let app: App;
let business: Awaited<ReturnType<typeof openBusiness>>;
let owner: Caller;
let stranger: Caller;
let elsewhere: Awaited<ReturnType<typeof openBusiness>>;
beforeAll(async () => {
  here = await testDatabase();
  business = await openBusiness(here.database.db);
  elsewhere = await openBusiness(here.database.db);
  app = await testApp(here);
  owner = await schedulerOf(app, business.owner.email);
  stranger = await schedulerOf(app, elsewhere.owner.email);
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

const address = () => `p${randomUUID().slice(0, 8)}@example.com`;

async function invite(fields: object, by: Caller = owner): Promise<TeamInvitation> {
  const { status, data, message } = await by.post('/team/invitations', { role: 'dispatcher', ...fields });
  expect([status, message]).toEqual([200, 'Done.']);
  return (data as { row: TeamInvitation }).row;
}

async function team(by: Caller = owner) {
  return (await by.get('/team')).data as {
    rows: TeamMember[];
    invitations: TeamInvitation[];
    change: number;
  };
}

async function member(email: string): Promise<TeamMember> {
  return (await team()).rows.find((row) => row.email === email)!;
}

async function tokenFor(email: string): Promise<string> {
  const { link } = (await lettersTo(here, email)).at(-1);
  return mailedToken(here.database, link);
}

async function accept(token: string) {
  const answer = await app.inject({
    method: 'POST',
    url: '/services/authentication/api/invitation/accept',
    payload: { token, first_name: ' Dana ', last_name: 'New', password, password_confirmation: password },
  });
  return { ...answer.json(), ...keptCookies([answer.headers['set-cookie'] ?? []].flat()) };
}

async function addTechnician(): Promise<string> {
  const { data } = await owner.post('/technicians', { name: `T ${randomUUID()}` });
  return (data as { row: { id: string } }).row.id;
}

test.each(['dispatcher', 'owner'] as const)(
  'an invited %s is told who invites where, chooses name and password, and is in the team',
  async (as) => {
    const email = address();
    const { id, role } = await invite({ email: ` ${email.toUpperCase()} `, role: as });
    expect(role).toBe(as);
    expect((await lettersTo(here, email)).at(-1)).toMatchObject({
      template: 'team invitation',
      business: expect.stringContaining('Business'),
      inviter: 'Kim owner',
      role: as,
    });
    expect((await team()).invitations).toMatchObject([{ id, email, accepted_at: null }]);
    const token = await tokenFor(email);
    const check = await app.inject({
      method: 'POST',
      url: '/services/authentication/api/invitation/check',
      payload: { token },
    });
    expect(check.json().data).toMatchObject({ state: 'ready', email, role: as });
    const { code, headers } = await accept(token);
    expect(code).toBe(800);
    const session = await app.inject({ url: '/services/authentication/api/session', headers });
    expect(session.json().data).toMatchObject({
      user: { email, first_name: 'Dana', role: as },
      account: { id: business.account },
    });
    expect((await team()).invitations).toEqual([]);
    expect(await member(email)).toMatchObject({ role: as, technician: null, disabled_at: null });
    expect((await accept(token)).code).toBe(801);
    await signInAs(app, email, { password });
    // Other tests are of a business with one owner.
    const { id: user } = await member(email);
    expect(await owner.post(`/team/${user}/disable`)).toMatchObject({ status: 200 });
  },
);

test('an invited technician is the technician they were invited as, told in the log without any secret', async () => {
  const [email, technician_id] = [address(), await addTechnician()];
  await invite({ email, role: 'technician', technician_id });
  const again = await owner.post('/team/invitations', {
    email: address(),
    role: 'technician',
    technician_id: randomUUID(),
  });
  expect(again.status).toBe(422);
  await accept(await tokenFor(email));
  const { id, technician } = await member(email);
  expect(technician).toMatchObject({ id: technician_id });
  const { data } = await owner.get('/changes?limit=1');
  const [change] = (data as { rows: { kind: string; by: object; entries: { table: string }[] }[] }).rows;
  expect(change).toMatchObject({ kind: 'team member joined', by: { user_id: id, name: 'Dana New' } });
  expect(change!.entries.map(({ table }) => table).toSorted()).toEqual([
    'team_invitations',
    'technicians',
    'users',
  ]);
  await here.asOwner(`select set_config('muster.account', $1, false)`, [business.account]);
  const { rows } = await here.asOwner(
    `select count(*)::int as entries, count(*) filter (where concat(e, a.answer) ~ 'argon2|password')::int as secrets
       from change_entries e join change_answers a using (account_id, number, month)`,
  );
  await here.asOwner(`select set_config('muster.account', '', false)`);
  expect(rows).toEqual([{ entries: expect.any(Number), secrets: 0 }]);
  expect(rows[0].entries).toBeGreaterThan(5);
  const taken = await owner.post('/team/invitations', {
    email: address(),
    role: 'technician',
    technician_id,
  });
  expect(taken.message).toBe('Another user is already linked to this technician. Choose another one.');
});

test('an invitation is sent again with a new link, and taken back', async () => {
  const email = address();
  const { id } = await invite({ email });
  const first = await tokenFor(email);
  expect((await owner.post('/team/invitations', { email, role: 'technician' })).status).toBe(409);
  await owner.post(`/team/invitations/${id}/resend`);
  const second = await tokenFor(email);
  expect(second).not.toBe(first);
  expect((await accept(first)).data).toEqual({ state: 'revoked' });
  await owner.post(`/team/invitations/${id}/revoke`);
  expect((await accept(second)).data).toEqual({ state: 'revoked' });
  expect((await team()).invitations).toEqual([]);
  expect((await owner.post(`/team/invitations/${id}/resend`)).status).toBe(422);
  await invite({ email });
  await owner.post(`/team/invitations/${(await team()).invitations[0]!.id}/revoke`);
  const tooMany = await owner.post('/team/invitations', { email, role: 'dispatcher' });
  expect([tooMany.status, tooMany.message]).toEqual([429, expect.stringContaining('several invitations')]);
});

test('the same key sends one invitation and one mail', async () => {
  const [email, key] = [address(), randomUUID()];
  const answers = await Promise.all(
    [1, 2, 3].map(() => owner.post('/team/invitations', { email, role: 'dispatcher' }, key)),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await lettersTo(here, email)).toHaveLength(1);
  await owner.post(`/team/invitations/${(answers[0]!.data as { row: { id: string } }).row.id}/revoke`);
});

test('whether an address is known elsewhere cannot be found out by inviting it; only its owner learns', async () => {
  const answers = [await invite({ email: elsewhere.owner.email }), await invite({ email: address() })];
  const shape = (row: TeamInvitation) => ({
    ...row,
    id: 0,
    email: '',
    created_at: '',
    sent_at: '',
    expires_at: '',
  });
  expect(shape(answers[0]!)).toEqual(shape(answers[1]!));
  const taken = await accept(await tokenFor(elsewhere.owner.email));
  expect(taken.data).toEqual({ state: 'taken' });
  const shared = address();
  await invite({ email: shared });
  const first = await tokenFor(shared);
  await invite({ email: shared }, stranger);
  expect((await accept(await tokenFor(shared))).code).toBe(800);
  expect((await accept(first)).data).toEqual({ state: 'taken' });
  expect(
    (await owner.post('/team/invitations', { email: business.dispatcher.email, role: 'dispatcher' })).status,
  ).toBe(422);
  for (const { id } of (await team()).invitations) await owner.post(`/team/invitations/${id}/revoke`);
});

test('who is disabled is out at once, and comes back; who lost a phone or gets another role signs in again', async () => {
  const email = address();
  await invite({ email });
  const { headers } = await accept(await tokenFor(email));
  const isIn = async () =>
    (await app.inject({ url: '/services/authentication/api/session', headers })).statusCode;
  expect(await isIn()).toBe(200);
  const { id, version } = await member(email);
  await owner.post(`/team/${id}/disable`);
  expect(await isIn()).toBe(401);
  await expect(signInAs(app, email, { password })).rejects.toThrow();
  expect((await member(email)).disabled_at).toMatch(/^20/);
  await owner.post(`/team/${id}/enable`);
  const lost = await signInAs(app, email, { password });
  await owner.post(`/team/${id}/sign-out`);
  const gone = await app.inject({ url: '/services/authentication/api/session', headers: lost.headers });
  expect(gone.statusCode).toBe(401);
  const before = await signInAs(app, email, { password });
  const late = await owner.patch(`/team/${id}`, { version, role: 'technician' });
  expect(late).toMatchObject({ status: 409, data: { row: { role: 'dispatcher' } } });
  await owner.patch(`/team/${id}`, { version: version + 3, role: 'technician' });
  const old = await app.inject({ url: '/services/authentication/api/session', headers: before.headers });
  expect(old.statusCode).toBe(401);
  const { data } = await owner.get('/changes?limit=1');
  const [{ number, kind }] = (data as { rows: [{ number: number; kind: string }] }).rows;
  expect(kind).toBe('team role changed');
  expect((await owner.post(`/changes/${number}/undo`)).status).toBe(422);
});

test('somebody is connected to a technician, to another, and to none', async () => {
  const [one, two] = [await addTechnician(), await addTechnician()];
  const { id } = business.technician;
  const technician = async () => (await member(business.technician.email)).technician?.id ?? null;
  await owner.put(`/team/${id}/technician`, { technician_id: one });
  expect(await technician()).toBe(one);
  await owner.put(`/team/${id}/technician`, { technician_id: two });
  expect(await technician()).toBe(two);
  const other = await owner.put(`/team/${business.dispatcher.id}/technician`, { technician_id: two });
  expect(other.status).toBe(422);
  await owner.put(`/team/${id}/technician`, { technician_id: null });
  expect(await technician()).toBeNull();
});

test('the last owner cannot be demoted or disabled', async () => {
  const { id, version } = await member(business.owner.email);
  for (const refused of [
    await owner.patch(`/team/${id}`, { version, role: 'dispatcher' }),
    await owner.post(`/team/${id}/disable`),
  ])
    expect(refused).toMatchObject({
      status: 409,
      message: expect.stringContaining('needs at least one owner'),
    });
  expect(await member(business.owner.email)).toMatchObject({ version, role: 'owner', disabled_at: null });
});

test('two owners who take each other away at the same moment: one stays', async () => {
  for (let round = 0; round < repetitions({ usual: 2, long: 50 }); round += 1) {
    const place = await openBusiness(here.database.db);
    const first = await schedulerOf(app, place.owner.email);
    await first.patch(`/team/${place.dispatcher.id}`, { version: 1, role: 'owner' });
    const second = await schedulerOf(app, place.dispatcher.email);
    const answers = await Promise.all([
      first.patch(`/team/${place.dispatcher.id}`, { version: 2, role: 'dispatcher' }),
      round % 2 === 0
        ? second.patch(`/team/${place.owner.id}`, { version: 1, role: 'technician' })
        : second.post(`/team/${place.owner.id}/disable`),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([401, 403, 409]).toContain(answers.find(({ status }) => status !== 200)!.status);
    await here.asOwner(`select set_config('muster.account', $1, false)`, [place.account]);
    const { rows } = await here.asOwner(`select id from users where role = 'owner' and disabled_at is null`);
    await here.asOwner(`select set_config('muster.account', '', false)`);
    expect(rows).toHaveLength(1);
  }
});

test("another account's people are answered like those that don't exist, and only owners ask", async () => {
  const { id: invitation } = await invite({ email: address() });
  const calls = (user: string, id: string) =>
    [
      ['patch', `/team/${user}`, { version: 1, role: 'owner' }],
      ['post', `/team/${user}/disable`, undefined],
      ['post', `/team/${user}/enable`, undefined],
      ['put', `/team/${user}/technician`, { technician_id: null }],
      ['post', `/team/invitations/${id}/resend`, undefined],
      ['post', `/team/invitations/${id}/revoke`, undefined],
    ] as const;
  const unknown = calls(randomUUID(), randomUUID());
  const dispatcher = await schedulerOf(app, business.dispatcher.email);
  for (const [at, [method, path, body]] of calls(business.dispatcher.id, invitation).entries()) {
    const theirs = await stranger[method](path, body as never);
    expect([path, theirs.status]).toEqual([path, 404]);
    expect(theirs).toEqual(await stranger[method](unknown[at]![1], body as never));
    expect([path, (await dispatcher[method](path, body as never)).status]).toEqual([path, 403]);
  }
  expect((await dispatcher.get('/team')).status).toBe(403);
  expect((await team(stranger)).rows.map(({ email }) => email)).not.toContain(business.owner.email);
  const { data } = await dispatcher.get('/changes?limit=200');
  const tables = (data as { rows: { entries: { table: string }[] }[] }).rows.flatMap(({ entries }) =>
    entries.map(({ table }) => table),
  );
  expect(tables).not.toContain('users');
  expect(tables).not.toContain('team_invitations');
});
