import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { HASHES_AT_ONCE, HASHES_WAITING, hashPassword, verifyPassword } from './passwords.ts';

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

test('beyond a few at once and a short queue, the rest is told to come back', async () => {
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => verifyPassword('x', undefined)));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(50 - HASHES_AT_ONCE - HASHES_WAITING);
  expect(refused[0]!.reason).toMatchObject({ answer: 'unavailable', retryAfterSeconds: 1 });
  expect(await verifyPassword('x', undefined)).toBe(false);
});

test.runIf(process.platform === 'linux')('hashes give way to whatever else there is to do', async () => {
  await hashPassword('muster-demo');
  const threads = readdirSync('/proc/self/task').map((thread) => ({
    name: readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim(),
    priority: getPriority(Number(thread)),
  }));
  const ofPool = threads.filter(({ name }) => name === 'libuv-worker');
  const others = threads.filter(({ name }) => name !== 'libuv-worker');
  expect(new Set(ofPool.map(({ priority }) => priority))).toEqual(new Set([15]));
  expect(others.every(({ priority }) => priority < 15)).toBe(true);
});
