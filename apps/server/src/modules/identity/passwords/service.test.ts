import { registrationMessage } from '@muster/domain/identity/accounts/rules';
import { expect, test } from 'vitest';
import { lettersTo } from '../../../../test/setups/letters.ts';
import { openStream } from '../../../../test/services/live-stream.ts';
import { HOUR_MS, OWNER, passwordDesk } from '../../../../test/setups/password-desk.ts';
import { keptCookies, signInAs } from '../../../../test/sign-in.ts';
import { untilWaiting } from '../../../../test/waiting.ts';
import { hashPassword } from '../../../platform/sign-in/passwords.ts';

const FIRST = 'harbour-bridge-at-dawn';
const SECOND = 'ferry-to-the-north-shore';

const desk = passwordDesk();

const problems: [what: string, password: string, confirmation: string, field: string, message: string][] = [
  ['too short', '1234567', '1234567', 'password', registrationMessage('password')],
  ['not confirmed', FIRST, SECOND, 'password_confirmation', registrationMessage('password_confirmation')],
  ['common', 'Trustno1', 'Trustno1', 'password', 'This password is too easy to guess. Choose another one.'],
];

test.each(problems)(
  'a password that is %s is refused in words, at its field',
  async (_, password, confirmation, field, message) => {
    const token = await desk.askForLink(OWNER);
    const body = { password, password_confirmation: confirmation };
    expect((await desk.post('password/reset', { token, ...body })).json()).toEqual({
      code: 801,
      message,
      data: { state: 'ready', field },
    });
    const { headers } = await signInAs(desk.app, OWNER);
    const refused = await desk.post('password/change', { current_password: 'muster-demo', ...body }, headers);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toEqual({ code: 422, message, data: { field } });
    expect((await desk.check(token)).state).toBe('ready');
  },
);

test.each([OWNER, 'staff@example.com'])('%s changes their own password', async (email) => {
  const elsewhere = await signInAs(desk.app, email);
  const here = await signInAs(desk.app, email, { headers: { cookie: `muster_device=${elsewhere.device}` } });
  const changed = await desk.change(here.headers, 'muster-demo', FIRST);
  expect(changed.json()).toEqual({ code: 800, message: 'Done.', data: null });
  const renewed = keptCookies([changed.headers['set-cookie'] ?? []].flat());
  expect(renewed.device).toBe(here.device);
  expect(await desk.isSignedIn(elsewhere)).toBe(false);
  expect(await desk.isSignedIn(here)).toBe(false);
  expect(await desk.isSignedIn(renewed)).toBe(true);
  expect(await desk.canSignIn(email, 'muster-demo')).toBe(false);
  expect((await lettersTo(desk.db, email)).at(-1)).toEqual({ template: 'password changed', to: email });
  const back = await desk.change(renewed.headers, FIRST, SECOND);
  expect(back.statusCode).toBe(200);
});

test('a changed password closes streams, and makes every other browser a stranger', async () => {
  const other = await signInAs(desk.app, OWNER);
  const here = await signInAs(desk.app, OWNER);
  const streams = [await openStream(desk.app, other.cookie), await openStream(desk.app, here.cookie)];
  await desk.change(here.headers, 'muster-demo', FIRST);
  await Promise.all(streams.map(({ ended }) => ended));
  await desk.db.asOwner('delete from outbox');
  const signIn = (device: string) =>
    signInAs(desk.app, OWNER, { password: FIRST, headers: { cookie: `muster_device=${device}` } });
  await signIn(here.device);
  expect(await lettersTo(desk.db, OWNER)).toEqual([]);
  await signIn(other.device);
  expect(await lettersTo(desk.db, OWNER)).toEqual([expect.objectContaining({ template: 'new device' })]);
});

test('a wrong current password is refused, and ten of them for a while', async () => {
  const { headers } = await signInAs(desk.app, OWNER);
  const tries = await Promise.all(
    Array.from({ length: 11 }, () => desk.change(headers, 'not-the-password', FIRST)),
  );
  const refused = tries.filter(({ statusCode }) => statusCode === 422);
  expect(refused).toHaveLength(10);
  expect(refused[0]!.json()).toMatchObject({
    message: 'Your current password is wrong. Check it and try again.',
    data: { field: 'current_password' },
  });
  expect(tries.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
  expect((await desk.change(headers, 'muster-demo', FIRST)).statusCode).toBe(429);
  // Signing in has another limit, and after a quarter of an hour the count starts again.
  expect(await desk.canSignIn(OWNER, 'muster-demo')).toBe(true);
  desk.at += HOUR_MS / 4;
  expect((await desk.change(headers, 'muster-demo', FIRST)).statusCode).toBe(200);
});

test('nobody changes a password without a session, or without the XSRF header', async () => {
  expect((await desk.change({}, 'muster-demo', FIRST)).json().code).toBe(401);
  const { cookie } = await signInAs(desk.app, OWNER);
  expect((await desk.change({ cookie }, 'muster-demo', FIRST)).json().code).toBe(4031);
  expect(await desk.canSignIn(OWNER, 'muster-demo')).toBe(true);
});

/** Another change of the owner's password, which commits while the request is under way. */
async function whileChangedTo<T>(password: string, request: () => PromiseLike<T>): Promise<T> {
  const { asOwner } = desk.db;
  const hash = await hashPassword(password, 'test');
  await asOwner(`select set_config('muster.account', '0193e5a0-0000-7000-8000-000000000001', false)`);
  await asOwner('begin');
  await asOwner('update users set password_hash = $1 where email = $2', [hash, OWNER]);
  const answer = request();
  await untilWaiting(desk.db, answer);
  await asOwner('commit');
  return answer;
}

test('a sign-in with a password that is changed while it is verified is refused', async () => {
  const answer = await whileChangedTo(FIRST, async () =>
    desk.post('login', { email: OWNER, password: 'muster-demo' }),
  );
  expect(answer.statusCode).toBe(401);
  expect(answer.json().message).toBe('Your email or password is wrong. Check both and try again.');
  expect(answer.headers).not.toHaveProperty('set-cookie');
  expect(await desk.canSignIn(OWNER, FIRST)).toBe(true);
});

test('of two changes of the same password the first stays', async () => {
  const { headers } = await signInAs(desk.app, OWNER);
  const late = await whileChangedTo(FIRST, async () => desk.change(headers, 'muster-demo', SECOND));
  expect(late.statusCode).toBe(401);
  expect(late.headers).not.toHaveProperty('set-cookie');
  expect(await desk.canSignIn(OWNER, SECOND)).toBe(false);
  expect(await desk.canSignIn(OWNER, FIRST)).toBe(true);
});
