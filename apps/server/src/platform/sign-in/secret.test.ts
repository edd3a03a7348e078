import { scryptSync } from 'node:crypto';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { deriveSecret, readSecretFile } from './secret.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

test('the key follows from the password of the database: all processes have the same, and it is not the password', () => {
  expect(deriveSecret('one').equals(deriveSecret('one'))).toBe(true);
  expect(deriveSecret('one').equals(deriveSecret('two'))).toBe(false);
  expect(deriveSecret('one')).toHaveLength(32);
});

test('the key is slow to make from a password, so that passwords are slow to try', () => {
  const slow = scryptSync('one', 'muster links', 32, { N: 16_384, r: 8, p: 1 });
  expect(deriveSecret('one').equals(slow)).toBe(true);
});

test('without a password it is made once, and only we can read it', () => {
  const place = join(folder.path, 'new', 'place');
  const first = readSecretFile(place);
  expect(first).toHaveLength(32);
  expect(readSecretFile(place).equals(first)).toBe(true);
  expect(readSecretFile(join(folder.path, 'other')).equals(first)).toBe(false);
  expect(statSync(join(place, 'muster-key')).mode & 0o777).toBe(0o600);
});

test('where it cannot be kept, that is told with what to do', () => {
  const file = join(folder.path, 'a-file');
  writeFileSync(file, '');
  expect(() => readSecretFile(file)).toThrow(/key for sign-ins can’t be saved .* Set DATA_DIR to a folder/);
  expect(() => readSecretFile(undefined)).toThrow('needs a DATA_DIR');
});

test.each([0, 31, 33])('a key file of %i bytes is refused with what to do', (bytes) => {
  const place = join(folder.path, `damaged-${bytes}`);
  mkdirSync(place);
  writeFileSync(join(place, 'muster-key'), Buffer.alloc(bytes));
  expect(() => readSecretFile(place)).toThrow(/muster-key is damaged: .* Restore the file, or delete it/);
});
