import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { deriveSecret, readSecretFile } from './secret.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

test('the key follows from the password of the database: all processes have the same, and it is not the password', () => {
  expect(deriveSecret('one').equals(deriveSecret('one'))).toBe(true);
  expect(deriveSecret('one').equals(deriveSecret('two'))).toBe(false);
  expect(deriveSecret('one')).toHaveLength(32);
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
  expect(() => readSecretFile(file)).toThrow(/cannot keep the key .* Set DATA_DIR to a folder/);
  expect(() => readSecretFile(undefined)).toThrow('needs a DATA_DIR');
});
