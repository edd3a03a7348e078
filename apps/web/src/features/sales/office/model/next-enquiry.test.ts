import { expect, test } from 'vitest';
import { nextEnquiry } from '../components/use-enquiry-keys.ts';

test('one goes down and up, and no further than the ends', () => {
  const ids = ['a', 'b', 'c'];
  expect(nextEnquiry(ids, 'a', 1)).toBe('b');
  expect(nextEnquiry(ids, 'c', -1)).toBe('b');
  expect(nextEnquiry(ids, 'c', 1)).toBeUndefined();
  expect(nextEnquiry(ids, 'a', -1)).toBeUndefined();
});

test('whoever is nowhere begins at the first', () => {
  expect(nextEnquiry(['a', 'b'], undefined, 1)).toBe('a');
  expect(nextEnquiry(['a', 'b'], 'of another page', -1)).toBe('a');
  expect(nextEnquiry([], undefined, 1)).toBeUndefined();
});
