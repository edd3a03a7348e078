import { expect, test } from 'vitest';
import { createOwnVersions } from './own-versions.ts';

test('one’s own edits are followed, up to the first version that somebody else made', () => {
  const own = createOwnVersions();
  expect(own.since('a', 1)).toBe(1);
  own.add('a', 2);
  own.add('a', 3);
  own.add('a', 5);
  expect(own.since('a', 1)).toBe(3);
  expect(own.since('a', 3)).toBe(3);
  expect(own.since('a', 4)).toBe(5);
  expect(own.since('b', 1)).toBe(1);
});
