import { registrationMessage } from '@muster/domain/identity/accounts/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { move, newEnquiry, type Office, officeOf } from '../../../../test/setups/enquiries.ts';
import { lettersTo } from '../../../../test/setups/letters.ts';
import { call, newBrowser, session } from '../../../../test/setups/registrations.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import type { App } from '../../../platform/deps.ts';
import { linkToken, mailedToken } from '../../../platform/sign-in/secret.ts';
import { addStaff, nameStaff, removeStaff } from '../staff/service.ts';
import { forgetLinks } from '../links/service.ts';

const DAY_MS = 24 * 3_600_000;
const clock = { now: Date.UTC(2030, 0, 1) };
const answer = {
  first_name: ' Kim ',
  last_name: 'Owner',
  password: 'correct horse 9',
  password_confirmation: 'correct horse 9',
};

let db: TestDatabase;
let app: App;
let office: Office;
beforeAll(async () => {
  db = await testDatabase();
  await openDemo(db.database);
  app = await testApp(db, { now: () => clock.now });
  office = await officeOf(app);
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

async function won(email: string, licenses_required = '8') {
  const enquiry = await newEnquiry(app, office, { email, licenses_required, name: `Business of ${email}` });
  return move(office, enquiry, 'contacted', 'qualified', 'won');
}
const provision = ({ id, version, name = 'Blue Gum' }: { id: string; version: number; name?: string }) =>
  office.post(`enquiries/${id}/provision`, { version, name });

/** The token in the latest mail to that address. */
async function tokenFor(email: string): Promise<string> {
  const letters = await lettersTo(db, email);
  const { link } = letters.findLast(({ template }) => template === 'invitation');
  return mailedToken(db.database, link);
}

test.each([
  ['1', 'Solo', 'one licence'],
  ['5', 'Crew', '5 licences'],
  ['21', 'Fleet', '21 licences'],
])(
  '%s licences won become an account on %s, and an invitation; it says so',
  async (licences, plan, amount) => {
    const code = plan.toLowerCase();
    const email = `plan-${code}@bluegum.com`;
    const enquiry = await won(email, licences);
    const done = await provision(enquiry);
    expect(done.statusCode).toBe(200);
    const { message, data } = done.json();
    expect(message).toBe(
      `Business of ${email} has an account on the ${plan} plan with ${amount}. ${email} is invited as the owner.`,
    );
    expect(data).toMatchObject({ plan, licences: Number(licences), invited: email });
    expect((await office.get(`enquiries/${enquiry.id}`)).json().data).toMatchObject({
      plan,
      state: 'provisioned',
      due_at: null,
      moves: [],
      account: { id: data.account.id },
      invitation: { state: 'sent', email },
    });
    expect((await office.history(enquiry.id))[0]).toMatchObject({
      kind: 'enquiry provisioned',
      by: { name: 'Sam Staff' },
      entries: [{ after: { state: 'provisioned', account_id: data.account.id, invited_email: email } }],
    });
    await db.asOwner(`select set_config('muster.account', $1, false)`, [data.account.id]);
    const { rows } = await db.asOwner('select name, plan_code, licences, phone from accounts');
    await db.asOwner(`select set_config('muster.account', '', false)`);
    expect(rows).toEqual([
      { name: `Business of ${email}`, plan_code: code, licences: Number(licences), phone: '0412 345 678' },
    ]);
  },
);

test('it can be done once, also by several at the same time', async () => {
  const enquiry = await won('once@bluegum.com');
  const answers = await Promise.all(Array.from({ length: 5 }, () => provision(enquiry)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409, 409, 409,
  ]);
  const again = await provision({ id: enquiry.id, version: enquiry.version + 1 });
  expect(again.statusCode).toBe(422);
  const { rows } = await db.asOwner(
    `select count(*)::int as count from links where purpose = 'invitation' and email = 'once@bluegum.com'`,
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('an address that signs in, or is invited elsewhere, is refused in words, and nothing is left behind', async () => {
  const taken = await won('owner@example.com');
  const refused = await provision(taken);
  expect(refused.statusCode).toBe(422);
  expect(refused.json().message).toMatch(/^owner@example\.com already signs in to another account\./);
  const [one, two] = [await won('twice@bluegum.com'), await won('twice@bluegum.com')];
  expect((await provision(one)).statusCode).toBe(200);
  const second = await provision(two);
  expect(second.statusCode).toBe(422);
  expect(second.json().message).toMatch(/^twice@bluegum\.com is already invited to another account\./);
  expect((await office.get(`enquiries/${two.id}`)).json().data.state).toBe('won');
});

test('the invited owner chooses name and password, is signed in, and owns the account', async () => {
  const email = 'kim@bluegum.com';
  const { account } = (await provision(await won(email))).json().data;
  const token = await tokenFor(email);
  const check = await call(app, 'invitation/check', { token });
  expect(check.json().data).toEqual({
    state: 'ready',
    email,
    business: `Business of ${email}`,
    role: 'owner',
  });
  const browser = newBrowser();
  const accepted = await call(app, 'invitation/accept', { token, ...answer }, { browser });
  expect(accepted.json()).toMatchObject({ code: 800, data: null });
  expect((await session(app, browser)).json().data).toEqual({
    user: {
      id: expect.any(String),
      email,
      first_name: 'Kim',
      last_name: 'Owner',
      role: 'owner',
      money: 'all',
      technician_id: null,
    },
    account: {
      id: account.id,
      name: `Business of ${email}`,
      zone: 'Australia/Sydney',
      film_seconds: 120,
      read_only: null,
    },
  });
  await signInAs(app, email, { password: answer.password });
  const again = await call(app, 'invitation/accept', { token, ...answer });
  expect(again.json()).toEqual({
    code: 801,
    message: 'This invitation has already been accepted. Sign in.',
    data: { state: 'used' },
  });
  const { rows } = (await office.get(`enquiries?search=${email}`)).json().data;
  const { invitation } = (await office.get(`enquiries/${rows[0].id}`)).json().data;
  expect(invitation.state).toBe('accepted');
});

test('of many who accept at the same time one does', async () => {
  const email = 'parallel@bluegum.com';
  await provision(await won(email));
  const token = await tokenFor(email);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => call(app, 'invitation/accept', { token, ...answer })),
  );
  expect(answers.map((one) => Number(one.json().code)).toSorted((a, b) => a - b)).toEqual([
    800, 801, 801, 801, 801, 801,
  ]);
});

test.each([
  ['first_name', ' ', registrationMessage('first_name')],
  ['last_name', '', registrationMessage('last_name')],
  ['password', 'short', registrationMessage('password')],
  ['password_confirmation', 'another one', registrationMessage('password_confirmation')],
])('%s %j is refused in words at its field, and the link stays good', async (field, value, message) => {
  const email = `rules-${field.replaceAll('_', '')}@bluegum.com`;
  await provision(await won(email));
  const token = await tokenFor(email);
  const refused = await call(app, 'invitation/accept', { token, ...answer, [field]: value });
  expect(refused.json()).toEqual({ code: 801, message, data: { state: 'ready', field } });
});

test('a password that everybody tries first is refused', async () => {
  const email = 'common@bluegum.com';
  await provision(await won(email));
  const common = { password: 'password123', password_confirmation: 'password123' };
  const refused = await call(app, 'invitation/accept', {
    token: await tokenFor(email),
    ...answer,
    ...common,
  });
  expect(refused.json()).toMatchObject({ code: 801, data: { state: 'ready', field: 'password' } });
});

test('an invitation lasts 14 days; another one can be sent, and ends the first', async () => {
  const email = 'slow@bluegum.com';
  const { row: enquiry } = (await provision(await won(email))).json().data;
  const first = await tokenFor(email);
  clock.now += 14 * DAY_MS;
  office = await officeOf(app);
  expect((await call(app, 'invitation/check', { token: first })).json().data.state).toBe('expired');
  const again = await office.post(`enquiries/${enquiry.id}/invite`, { version: enquiry.version });
  expect(again.json()).toMatchObject({ code: 800, message: `${email} is invited.` });
  expect((await office.history(enquiry.id))[0]).toMatchObject({ kind: 'enquiry owner invited' });
  const second = await tokenFor(email);
  expect((await call(app, 'invitation/accept', { token: first, ...answer })).json().data.state).toBe(
    'revoked',
  );
  expect((await call(app, 'invitation/accept', { token: second, ...answer })).json().code).toBe(800);
  const third = await office.post(`enquiries/${enquiry.id}/invite`, { version: enquiry.version + 1 });
  expect(third.statusCode).toBe(422);
  expect((await call(app, 'invitation/check', { token: 'x' })).json().data.state).toBe('unknown');
});

test('what was not won has nobody to invite', async () => {
  const { id, version } = await newEnquiry(app, office, { email: 'early@bluegum.com' });
  expect((await office.post(`enquiries/${id}/invite`, { version })).statusCode).toBe(422);
  expect((await provision({ id, version })).statusCode).toBe(422);
});

test('staff are invited by a link, can be kept out and be let in again', async () => {
  const email = 'new@muster.com';
  const at = () => new Date(clock.now);
  const first = await addStaff(db.database, ' New@Muster.com ', at());
  expect(first).toMatchObject({ done: true, token: expect.any(String) });
  const { token } = await addStaff(db.database, email, at());
  expect((await call(app, 'invitation/check', { token: first.token })).json().data.state).toBe('revoked');
  expect((await call(app, 'invitation/check', { token })).json().data).toEqual({
    state: 'ready',
    email,
    business: null,
    role: 'staff',
  });
  expect(await nameStaff(db.database, at())).toContain(`${email}  invited`);
  const browser = newBrowser();
  await call(app, 'invitation/accept', { token, ...answer }, { browser });
  expect((await session(app, browser)).json().data).toMatchObject({ user: { role: 'staff' }, account: null });
  expect(await addStaff(db.database, email, at())).toMatchObject({ done: false });
  expect(await removeStaff(db.database, email, at())).toMatchObject({ done: true });
  expect((await session(app, browser)).statusCode).toBe(401);
  expect(await nameStaff(db.database, at())).toContain(`${email}  Kim Owner, disabled`);
  await expect(signInAs(app, email, { password: answer.password })).rejects.toThrow('cannot sign in');
  expect(await addStaff(db.database, email, at())).toMatchObject({ done: true });
  await signInAs(app, email, { password: answer.password });
});

test('nobody is staff and a customer, and what is no address invites nobody', async () => {
  const at = new Date(clock.now);
  expect(await addStaff(db.database, 'owner@example.com', at)).toMatchObject({ done: false });
  await provision(await won('both@bluegum.com'));
  expect(await addStaff(db.database, 'both@bluegum.com', at)).toMatchObject({ done: false });
  expect(await addStaff(db.database, 'somebody', at)).toMatchObject({ done: false });
  expect(await removeStaff(db.database, 'nobody@muster.com', at)).toMatchObject({ done: false });
});

test('invitations that nobody accepted are forgotten, accepted ones are not', async () => {
  const count = async () =>
    (
      await db.asOwner(
        `select count(*) filter (where used_at is null)::int as open, count(*)::int as all
           from links where purpose = 'invitation'`,
      )
    ).rows[0];
  const before = await count();
  await forgetLinks(db.database.db, new Date(clock.now + 200 * DAY_MS));
  expect(await count()).toEqual({ open: 0, all: before.all - before.open });
});

test('an invitation is mailed with a link that works, whatever became of the database’s password in between', async () => {
  const email = 'later@bluegum.com';
  await provision(await won(email));
  const letters = await lettersTo(db, email);
  const { link } = letters.findLast(({ template }) => template === 'invitation');
  const elsewhere = { ...db.database, secret: Buffer.alloc(32) };
  const { data } = (await call(app, 'invitation/check', { token: mailedToken(elsewhere, link) })).json();
  expect(data).toMatchObject({ state: 'ready' });
  // What lay in the outbox before such links had keys of their own names none.
  const { key, ...old } = link;
  expect(key).toBe(db.database.keys.newest.id);
  expect(mailedToken(db.database, old)).toBe(linkToken(db.database.secret, 'invitation', link.id));
  expect(() => mailedToken(db.database, { ...link, key: 'of another machine' })).toThrow('is not here');
});
