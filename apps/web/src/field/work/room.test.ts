import { expect, test } from 'vitest';
import { roomProblem, roomWords } from './room.ts';

test('the room is told when it runs out', () => {
  expect(roomWords('a'.repeat(399), 500)).toBeUndefined();
  expect(roomWords('a'.repeat(400), 500)).toBe('100 characters left.');
  expect(roomWords('a'.repeat(499), 500)).toBe('1 character left.');
  expect(roomWords('a'.repeat(500), 500)).toBe('0 characters left.');
  expect(roomWords('a'.repeat(501), 500)).toBeUndefined();
});

test('what is too long is told, not cut; what surrounds it does not count', () => {
  expect(roomProblem(`${'a'.repeat(500)} \n`, 500)).toBeUndefined();
  expect(roomProblem('a'.repeat(501), 500)).toBe('Too long by 1 character. 500 can be kept: shorten it.');
  expect(roomProblem('a'.repeat(6_234), 5_000)).toBe(
    'Too long by 1,234 characters. 5,000 can be kept: shorten it.',
  );
});
