import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a password fits its own hash and no other', async () => {
  const hash = await hashPassword('muster-demo');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword('muster-demo', hash)).toBe(true);
  expect(await verifyPassword('muster-demO', hash)).toBe(false);
  expect(await hashPassword('muster-demo')).not.toBe(hash);
});

test('the same letters typed on another keyboard are the same password', async () => {
  expect(await verifyPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
});

test('nobody has no password', async () => {
  expect(await verifyPassword('', undefined)).toBe(false);
  expect(await verifyPassword('anything', undefined)).toBe(false);
});

test('beyond four at once and a short queue, the rest is told to come back', async () => {
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => verifyPassword('x', undefined)));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(50 - 4 - 32);
  expect(refused[0]!.reason).toMatchObject({ answer: 'unavailable', retryAfterSeconds: 1 });
  expect(await verifyPassword('x', undefined)).toBe(false);
});
