import { expect, test } from 'vitest';
import { awayInWords, calledBackInWords } from './away.ts';

test('one visit and several are named as such', () => {
  expect(awayInWords('Dave', 3)).toBe(
    '3 visits are dispatched to Dave, who is away. They stay there until you call them back.',
  );
  expect(awayInWords('Dave', 1)).toBe(
    '1 visit is dispatched to Dave, who is away. It stays there until you call it back.',
  );
  expect([calledBackInWords(1), calledBackInWords(2)]).toEqual([
    'One visit is called back.',
    '2 visits are called back.',
  ]);
});
