import { expect, test } from 'vitest';
import { lettersTo } from '../../../../test/setups/letters.ts';
import { openStream } from '../../../../test/services/live-stream.ts';
import { chosen, HOUR_MS, OWNER, passwordDesk } from '../../../../test/setups/password-desk.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import { linkToken } from '../../../platform/sign-in/secret.ts';
import { forgetLinks } from '../links/service.ts';

const FIRST = 'harbour-bridge-at-dawn';
const SECOND = 'ferry-to-the-north-shore';

const desk = passwordDesk();

test('known, disabled, not activated and unknown get the same answer, and their own mail', async () => {
  await desk.db.asOwner(`update staff set disabled_at = now()`);
  await desk.post('register', {
    first_name: 'Olivia',
    last_name: 'Owner',
    phone: '0412 345 678',
    email: 'pending@example.com',
    ...chosen(FIRST),
    plan_code: 'solo',
  });
  const addresses = [OWNER, 'staff@example.com', 'pending@example.com', 'nobody@example.com'];
  const templates = [];
  const bodies = new Set<string>();
  for (const email of addresses) {
    const answer = await desk.post('password/forgot', { email });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    bodies.add(answer.body);
    templates.push((await lettersTo(desk.db, email)).at(-1).template);
  }
  expect([...bodies]).toEqual(['{"code":800,"message":"Done.","data":{"retry_after":60}}']);
  expect(templates).toEqual(['reset', 'nothing', 'activation', 'nothing']);
  await desk.db.asOwner(`update staff set disabled_at = null`);
});

test('once a minute for an address, known or not, however it is written', async () => {
  for (const email of [OWNER, 'nobody@example.com']) {
    expect((await desk.post('password/forgot', { email })).statusCode).toBe(200);
    desk.at += 20_000;
    const refused = await desk.post('password/forgot', { email: ` ${email.toUpperCase()} ` });
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('40');
    desk.at += 40_000;
  }
  expect((await desk.post('password/forgot', { email: OWNER })).statusCode).toBe(200);
});

test('the minute begins with the mail, wherever the clock on the wall is', async () => {
  desk.at += 59_000;
  expect((await desk.post('password/forgot', { email: OWNER })).json().data).toEqual({ retry_after: 60 });
  desk.at += 59_000;
  const early = await desk.post('password/forgot', { email: OWNER });
  expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '1']);
  desk.at += 1000;
  expect((await desk.post('password/forgot', { email: OWNER })).statusCode).toBe(200);
});

test('three mails an hour to an address; beyond that the answer is the same, and nothing is sent', async () => {
  const answers = [];
  for (let minute = 0; minute < 5; minute++) {
    answers.push((await desk.post('password/forgot', { email: OWNER })).body);
    desk.at += 60_000;
  }
  expect(new Set(answers).size).toBe(1);
  const sent = (await lettersTo(desk.db, OWNER)).filter(({ template }) => template !== 'nothing');
  expect(sent).toHaveLength(3);
});

test.each([OWNER, 'staff@example.com'])('%s chooses a new password by link, once', async (email) => {
  const elsewhere = await signInAs(desk.app, email);
  const token = await desk.askForLink(email);
  expect(await desk.check(token)).toEqual({ state: 'ready', email: `${email[0]}…@example.com` });
  // Opening a link does not use it, because mail scanners open links, too.
  expect(await desk.check(token)).toEqual({ state: 'ready', email: `${email[0]}…@example.com` });
  const done = await desk.post('password/reset', { token, ...chosen(FIRST) });
  expect(done.json()).toEqual({ code: 800, message: 'Done.', data: null });
  // The reset signs nobody in. The browser gets the cookie of a known device only.
  expect(done.headers['set-cookie']).toMatch(/^muster_device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly/);
  expect((await lettersTo(desk.db, email)).map(({ template }) => template)).toEqual([
    'reset',
    'password changed',
  ]);
  expect(await desk.isSignedIn(elsewhere)).toBe(false);
  expect(await desk.canSignIn(email, 'muster-demo')).toBe(false);
  expect(await desk.canSignIn(email, FIRST)).toBe(true);
  const again = await desk.post('password/reset', { token, ...chosen(SECOND) });
  expect(again.statusCode).toBe(200);
  expect(again.json()).toEqual({
    code: 801,
    message: 'This link has already been used. Ask for a new one if you need it.',
    data: { state: 'used' },
  });
  expect(await desk.check(token)).toEqual({ state: 'used', email: null });
  expect(await desk.canSignIn(email, FIRST)).toBe(true);
});

test('whoever has reset the password is not kept out by strangers who guess, and their sign-in is no news', async () => {
  const token = await desk.askForLink(OWNER);
  const fresh = await desk.post('password/reset', { token, ...chosen(FIRST) });
  const cookie = String(fresh.headers['set-cookie']).split(';', 1)[0]!;
  await Promise.all(
    Array.from({ length: 10 }, () => desk.post('login', { email: OWNER, password: 'wrong' })),
  );
  expect((await desk.post('login', { email: OWNER, password: FIRST })).statusCode).toBe(429);
  const mine = await desk.post('login', { email: OWNER, password: FIRST }, { cookie });
  expect(mine.statusCode).toBe(200);
  expect((await lettersTo(desk.db, OWNER)).at(-1).template).toBe('password changed');
});

const enquiry = {
  name: 'Olivia Owner',
  email: OWNER,
  phone: '0412 345 678',
  employees_no: '1-10',
  technicians_no: '1',
  licenses_required: '1',
  notes: '',
  industry_id: '1',
};

/** Does everything that a stranger can do with somebody's address, many times. */
async function pester(email: string) {
  const person = { first_name: 'Olivia', last_name: 'Owner', phone: '0412 345 678', email };
  for (let at = 0; at < 4; at += 1) {
    await desk.app.inject({
      method: 'POST',
      url: '/services/subscription/api/v1/enquiries/store',
      payload: { ...enquiry, email },
    });
    await desk.post('register', { ...person, ...chosen(FIRST), plan_code: 'solo' });
    await desk.post('activation/resend', { email });
    desk.at += 61_000;
  }
  await Promise.all(Array.from({ length: 10 }, () => desk.post('login', { email, password: 'wrong' })));
}

test('whatever strangers do in the name of an owner, the owner gets in within the hour from any browser', async () => {
  await pester(OWNER);
  expect((await desk.post('login', { email: OWNER, password: 'muster-demo' })).statusCode).toBe(429);
  await desk.post('password/forgot', { email: OWNER });
  const letters = await lettersTo(desk.db, OWNER);
  expect(letters.filter(({ template }) => template !== 'reset')).toHaveLength(3);
  const token = linkToken(desk.db.database.secret, 'reset', letters.at(-1).link.id);
  const fresh = await desk.post('password/reset', { token, ...chosen(SECOND) });
  const cookie = String(fresh.headers['set-cookie']).split(';', 1)[0]!;
  expect((await desk.post('login', { email: OWNER, password: SECOND }, { cookie })).statusCode).toBe(200);
  await desk.db.asOwner('delete from registrations');
});

test('a stranger who asks for links in the name of an owner only sends them good ones', async () => {
  for (let at = 0; at < 5; at += 1) {
    await desk.post('password/forgot', { email: OWNER });
    desk.at += 61_000;
  }
  await desk.post('password/forgot', { email: OWNER });
  const letters = await lettersTo(desk.db, OWNER);
  expect(letters.map(({ template }) => template)).toEqual(['reset', 'reset', 'reset']);
  for (const { link } of letters)
    expect((await desk.check(linkToken(desk.db.database.secret, 'reset', link.id))).state).toBe('ready');
});

test('a reset closes the streams of every session', async () => {
  const { cookie } = await signInAs(desk.app, OWNER);
  const stream = await openStream(desk.app, cookie);
  const token = await desk.askForLink(OWNER);
  await desk.post('password/reset', { token, ...chosen(FIRST) });
  await stream.ended;
});

test('of twenty that use one link at the same time, one wins', async () => {
  const token = await desk.askForLink(OWNER);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      desk.post('password/reset', { token, ...chosen(`${FIRST}-${at}`) }),
    ),
  );
  const outcomes = answers.map((answer) => answer.json().data?.state ?? 'done');
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'used')).toHaveLength(19);
  expect(await desk.canSignIn(OWNER, `${FIRST}-${outcomes.indexOf('done')}`)).toBe(true);
});

test('a link expires after an hour', async () => {
  const token = await desk.askForLink(OWNER);
  desk.at += HOUR_MS - 1000;
  expect((await desk.check(token)).state).toBe('ready');
  desk.at += 1000;
  expect(await desk.check(token)).toEqual({ state: 'expired', email: 'o…@example.com' });
  expect((await desk.post('password/reset', { token, ...chosen(FIRST) })).json().data).toEqual({
    state: 'expired',
  });
  expect(await desk.canSignIn(OWNER, 'muster-demo')).toBe(true);
});

test('a second link leaves the first one good; using one revokes the other', async () => {
  const [first, second] = [await desk.askForLink(OWNER), await desk.askForLink(OWNER)];
  expect((await desk.check(first)).state).toBe('ready');
  await desk.post('password/reset', { token: first, ...chosen(FIRST) });
  expect(await desk.check(second)).toEqual({ state: 'revoked', email: null });
  const late = await desk.post('password/reset', { token: second, ...chosen(SECOND) });
  expect(late.json()).toMatchObject({ code: 801, data: { state: 'revoked' } });
  expect(await desk.canSignIn(OWNER, FIRST)).toBe(true);
});

test('a changed password and a disabled user revoke what was mailed before', async () => {
  const before = await desk.askForLink(OWNER);
  const { headers } = await signInAs(desk.app, OWNER);
  await desk.change(headers, 'muster-demo', FIRST);
  expect((await desk.check(before)).state).toBe('revoked');
  const later = await desk.askForLink('staff@example.com');
  await desk.db.asOwner(`update staff set disabled_at = now()`);
  expect((await desk.check(later)).state).toBe('revoked');
  await desk.db.asOwner(`update staff set disabled_at = null`);
});

test('a link that is over says why for a month, and is then forgotten', async () => {
  const token = await desk.askForLink(OWNER);
  await forgetLinks(desk.db.database.db, new Date(desk.at + 30 * 24 * HOUR_MS));
  expect((await desk.check(token)).state).toBe('ready');
  await forgetLinks(desk.db.database.db, new Date(desk.at + 31 * 24 * HOUR_MS));
  expect((await desk.check(token)).state).toBe('unknown');
});

test('what was never sent is unknown, be it the link that an unknown address did not get', async () => {
  await desk.post('password/forgot', { email: 'nobody@example.com' });
  const { rows } = await desk.db.asOwner(`select id from links where purpose = 'reset' and user_id is null`);
  const made = linkToken(desk.db.database.secret, 'reset', rows.at(-1).id);
  for (const token of [made, 'x'.repeat(43), 'x']) {
    expect(await desk.check(token)).toEqual({ state: 'unknown', email: null });
    expect((await desk.post('password/reset', { token, ...chosen(FIRST) })).json().data).toEqual({
      state: 'unknown',
    });
  }
});

test('the database holds no link, only its hash', async () => {
  const token = await desk.askForLink(OWNER);
  const { rows } = await desk.db.asOwner(`select to_jsonb(r)::text as row from links r
    union all select to_jsonb(o)::text from outbox o`);
  expect(JSON.stringify(rows)).not.toContain(token);
});
