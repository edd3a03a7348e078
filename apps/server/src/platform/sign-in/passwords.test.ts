import { expect, test } from 'vitest';
import {
  HASHES_AT_ONCE,
  HASHES_WAITING,
  hashPassword,
  verifyEither,
  verifyPassword,
  isCommonPassword,
} from './passwords.ts';

const HERE = 'here';

test('a password fits its own hash and no other', async () => {
  const hash = await hashPassword('muster-demo', HERE);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword('muster-demo', hash, HERE)).toBe(true);
  expect(await verifyPassword('muster-demO', hash, HERE)).toBe(false);
  expect(await hashPassword('muster-demo', HERE)).not.toBe(hash);
});

test('the same letters typed on another keyboard are the same password', async () => {
  expect(await verifyPassword('cafe\u0301', await hashPassword('caf\u00e9', HERE), HERE)).toBe(true);
});

test('nobody has no password', async () => {
  expect(await verifyPassword('', undefined, HERE)).toBe(false);
  expect(await verifyPassword('anything', undefined, HERE)).toBe(false);
});

test('beyond a few at once and a short queue, the rest is told to come back', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () => verifyPassword('x', undefined, HERE)),
  );
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(50 - HASHES_AT_ONCE - HASHES_WAITING);
  expect(refused[0]!.reason).toMatchObject({ answer: 'unavailable', retryAfterSeconds: 1 });
  expect(await verifyPassword('x', undefined, HERE)).toBe(false);
});

test('of two that a password may be of, each is told apart', async () => {
  const [one, other] = [await hashPassword('of one', HERE), await hashPassword('of the other', HERE)];
  expect(await verifyEither('of one', [one, other], HERE)).toEqual([true, false]);
  expect(await verifyEither('of the other', [one, other], HERE)).toEqual([false, true]);
  expect(await verifyEither('of nobody', [undefined, other], HERE)).toEqual([false, false]);
});

test('a network that fills the queue keeps nobody else out', async () => {
  const crowd = Array.from({ length: 80 }, () => verifyPassword('x', undefined, 'crowd'));
  const outcomes = Promise.allSettled(crowd);
  const others = await Promise.all(['a', 'b', 'c'].map((network) => verifyPassword('x', undefined, network)));
  expect(others).toEqual([false, false, false]);
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(80 - HASHES_AT_ONCE - HASHES_WAITING);
});

test.each(['password', 'Password1', '12345678', 'QWERTYUIOP', 'trustno1', 'iloveyou', 'australia'])(
  '%s is one of the first that anybody would try',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test.each(['muster-demo', 'harbour bridge at dawn', 'xK4-trowel-92'])('%s is not', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
