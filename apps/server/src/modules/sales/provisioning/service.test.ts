import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo, openDemoOffice } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { move, newEnquiry, type Office, officeOf } from '../../../../test/setups/enquiries.ts';
import { lettersTo } from '../../../../test/setups/letters.ts';
import { call, form, linksOf, newBrowser } from '../../../../test/setups/registrations.ts';
import { untilWaiting } from '../../../../test/waiting.ts';
import type { App } from '../../../platform/deps.ts';
import { mailedToken } from '../../../platform/sign-in/secret.ts';
import { forgetLinks } from '../../identity/links/service.ts';
import { addStaff } from '../../identity/staff/service.ts';

const DAY_MS = 24 * 3_600_000;
const clock = { now: Date.UTC(2030, 0, 1) };
const { first_name, last_name, password, password_confirmation } = form;
const answer = { first_name, last_name, password, password_confirmation };

let db: TestDatabase;
let app: App;
let office: Office;
beforeAll(async () => {
  db = await testDatabase();
  await openDemo(db.database);
  await openDemoOffice(db.database, new Date(clock.now));
  app = await testApp(db, { now: () => clock.now });
  office = await officeOf(app);
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

interface Seen {
  id: string;
  version: number;
}

const won = async (email: string) =>
  move(office, await newEnquiry(app, office, { email }), 'contacted', 'qualified', 'won');
const provision = ({ id, version }: Seen, email?: string) =>
  office.post(`enquiries/${id}/provision`, { version, email, name: 'Blue Gum Electrical' });
const invite = ({ id, version }: Seen, email?: string) =>
  office.post(`enquiries/${id}/invite`, { version, email });
const look = async ({ id }: Seen) => (await office.get(`enquiries/${id}`)).json().data;

async function tokenFor(email: string): Promise<string> {
  const letters = await lettersTo(db, email);
  const { link } = letters.findLast(({ template }) => template === 'invitation');
  return mailedToken(db.database, link);
}
const accept = async (email: string) =>
  call(app, 'invitation/accept', { token: await tokenFor(email), ...answer });

/** Somebody registers without an invitation, and is about to use the link. */
async function registered(email: string) {
  const browser = newBrowser();
  await call(app, 'register', { ...form, email }, { browser });
  const [token] = await linksOf(db, email);
  return () => call(app, 'activate', { token }, { browser });
}

test('a customer who wants another account is won at another address, and the history says which', async () => {
  const enquiry = await won('owner@example.com');
  expect((await provision(enquiry)).json().message).toMatch(/^owner@example\.com already signs in/);
  for (const wrong of ['', 'olivia', `${'o'.repeat(250)}@example.com`])
    expect((await provision(enquiry, wrong)).json().message).toMatch(/^Enter an email address like/);
  const opened = await provision(enquiry, ' Olivia@Second.com ');
  expect(opened.json().data).toMatchObject({ invited: 'olivia@second.com' });
  expect(await look(enquiry)).toMatchObject({
    email: 'owner@example.com',
    account: { has_owner: false },
    invitation: { state: 'sent', email: 'olivia@second.com' },
  });
  expect((await office.history(enquiry.id))[0]).toMatchObject({
    kind: 'enquiry provisioned',
    entries: [{ after: { state: 'provisioned', invited_email: 'olivia@second.com' } }],
  });
  expect(await lettersTo(db, 'owner@example.com')).not.toContainEqual(
    expect.objectContaining({ template: 'invitation' }),
  );
  expect((await accept('olivia@second.com')).json().code).toBe(800);
  expect(await look(enquiry)).toMatchObject({ account: { has_owner: true } });
});

test('the account may be called otherwise than whoever asked, and its owner is invited to it by that name', async () => {
  const { id, version } = await won('bruce@bluegum.com');
  const opened = await office.post(`enquiries/${id}/provision`, { version, name: ' Blue Gum Plumbing ' });
  expect(opened.json().data.account.name).toBe('Blue Gum Plumbing');
  expect((await invite(opened.json().data.row)).json().code).toBe(800);
  const invitations = (await lettersTo(db, 'bruce@bluegum.com')).filter(
    ({ template }) => template === 'invitation',
  );
  expect(invitations.map(({ business }) => business)).toEqual(['Blue Gum Plumbing', 'Blue Gum Plumbing']);
});

test('what was won and comes to nothing is lost, with its reason', async () => {
  const { id, version } = await won('away@bluegum.com');
  const lost = await office.post(`enquiries/${id}/state`, { version, state: 'lost', reason: 'Sold up' });
  expect(lost.json().data.row).toMatchObject({ state: 'lost', lost_reason: 'Sold up', due_at: null });
});

test('when the invited address got an account elsewhere the office sees it, and invites another', async () => {
  const enquiry = (await provision(await won('self@bluegum.com'))).json().data.row;
  const activate = await registered('self@bluegum.com');
  expect((await activate()).json().code).toBe(800);
  const token = await tokenFor('self@bluegum.com');
  expect((await call(app, 'invitation/check', { token })).json().data.state).toBe('taken');
  expect((await accept('self@bluegum.com')).json()).toMatchObject({ code: 801, data: { state: 'taken' } });
  expect(await look(enquiry)).toMatchObject({
    account: { has_owner: false },
    invitation: { state: 'taken', email: 'self@bluegum.com' },
  });
  expect((await invite(enquiry)).json().message).toMatch(/^self@bluegum\.com already signs in/);
  const again = await invite(enquiry, 'second@bluegum.com');
  expect(again.json()).toMatchObject({ code: 800, message: 'second@bluegum.com is invited.' });
  expect((await office.history(enquiry.id))[0]).toMatchObject({
    kind: 'enquiry owner invited',
    entries: [{ after: { invited_email: 'second@bluegum.com' } }],
  });
  // The next invitation goes to that address, too.
  const third = (await invite(again.json().data.row)).json();
  expect((await look(enquiry)).invitation).toMatchObject({ state: 'sent', email: 'second@bluegum.com' });
  expect((await accept('second@bluegum.com')).json().code).toBe(800);
  const late = await invite(third.data.row, 'third@bluegum.com');
  expect([late.statusCode, late.json().message]).toEqual([422, 'This account already has an owner.']);
});

test('an invitation to another address ends the first', async () => {
  const enquiry = (await provision(await won('first@bluegum.com'))).json().data.row;
  expect((await invite(enquiry, 'better@bluegum.com')).json().code).toBe(800);
  expect((await accept('first@bluegum.com')).json().data).toEqual({ state: 'revoked' });
  expect((await accept('better@bluegum.com')).json().code).toBe(800);
});

test('an account that nobody came for is still given to its owner when its invitation is long forgotten', async () => {
  const enquiry = (await provision(await won('late@bluegum.com'))).json().data.row;
  clock.now += 120 * DAY_MS;
  await forgetLinks(db.database.db, new Date(clock.now));
  office = await officeOf(app);
  expect(await look(enquiry)).toMatchObject({ account: { has_owner: false }, invitation: null });
  expect((await invite(enquiry)).json().data.row).toMatchObject({ invited_email: 'late@bluegum.com' });
  expect((await accept('late@bluegum.com')).json().code).toBe(800);
});

test('inviting again for one account leaves the invitations to others alone', async () => {
  const first = (await provision(await won('shared@bluegum.com'))).json().data.row;
  const second = (await provision(await won('owner@example.com'), 'mine@bluegum.com')).json().data.row;
  const refused = await invite(first, 'mine@bluegum.com');
  expect([refused.statusCode, refused.json().message]).toEqual([
    422,
    expect.stringMatching(/^mine@bluegum\.com is already invited to another account\./),
  ]);
  expect(await look(first)).toMatchObject({ version: first.version, invitation: { state: 'sent' } });
  expect(await addStaff(db.database, 'mine@bluegum.com', new Date(clock.now))).toMatchObject({ done: false });
  expect(await look(second)).toMatchObject({ invitation: { state: 'sent', email: 'mine@bluegum.com' } });
  expect((await accept('mine@bluegum.com')).json().code).toBe(800);
});

test('the account of the demo has its owner, and nobody else is invited', async () => {
  const { rows } = (await office.get('enquiries?state=provisioned&search=harbour')).json().data;
  expect(await look(rows[0])).toMatchObject({ account: { has_owner: true }, invitation: null });
  expect((await invite(rows[0], 'sneak@bluegum.com')).statusCode).toBe(422);
});

test.each(Array.from({ length: 8 }, (_, round) => round))(
  'an activation and an acceptance of one address at the same moment make one owner of one account (%i)',
  async (round) => {
    const email = `moment${round}@bluegum.com`;
    const activate = await registered(email);
    await provision(await won(email));
    // Both wait just before they take the address.
    await db.asOwner('begin');
    await db.asOwner('lock table sign_ins in share mode');
    const both = Promise.all(round % 2 === 0 ? [activate(), accept(email)] : [accept(email), activate()]);
    await untilWaiting(db, both, 2);
    await db.asOwner('commit');
    const codes = (await both).map((one) => [one.statusCode, Number(one.json().code)]);
    expect(codes.toSorted((a, b) => a[1]! - b[1]!)).toEqual([
      [200, 800],
      [200, 801],
    ]);
    const { rows } = await db.asOwner('select count(*)::int as count from sign_ins where email = $1', [
      email,
    ]);
    expect(rows).toEqual([{ count: 1 }]);
  },
);

test('an account that is being activated is waited for before its address is invited', async () => {
  const enquiry = await won('busy@bluegum.com');
  const activate = await registered('busy@bluegum.com');
  await db.asOwner('begin');
  await db.asOwner('lock table sign_ins in share mode');
  const activated = activate();
  await untilWaiting(db, activated);
  const opened = provision(enquiry);
  await untilWaiting(db, opened, 2);
  await db.asOwner('commit');
  expect((await activated).json().code).toBe(800);
  expect((await opened).json().message).toMatch(/^busy@bluegum\.com already signs in/);
  expect(await look(enquiry)).toMatchObject({ state: 'won', account: null });
});
