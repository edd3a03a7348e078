import { expect, test } from 'vitest';
import { breakable, linesOf, matterIn } from './block-text.ts';

const shown = (name: string) => breakable(name, 5).join('-');

test('a line ends within a long word where it is spoken, and never after one letter or before two', () => {
  expect(shown('Harbourside Hotel')).toBe('Har-bour-side Hotel');
  expect(shown('Ironbark Gym')).toBe('Iron-bark Gym');
  expect(shown('Kookaburra')).toBe('Koo-ka-burra');
  expect(shown('Bluegum Apartments')).toBe('Blue-gum Apart-ments');
  expect(breakable('Gina Barlow', 6)).toEqual(['Gina Barlow']);
  expect(shown('Ada Lange')).toBe('Ada Lange');
  expect(breakable('J-1001/2', 5)).toEqual(['J-1001/2']);
});

test('lines are counted as words fill them, and a word that is too long goes on in the next', () => {
  expect(linesOf('Farid Vu', 8)).toBe(1);
  expect(linesOf('Farid Johal', 8)).toBe(2);
  expect(linesOf('Boronia Medical Centre', 8)).toBe(3);
  expect(linesOf('Kookaburra', 7)).toBe(2);
  expect(linesOf('Kookaburra Hostel', 7)).toBe(3);
});

test('how late a visit is has room, or that it is late stands alone', () => {
  expect(matterIn('20 min late', 12)).toBe('20 min late');
  expect(matterIn('1 h 54 min late', 10)).toBe('late');
  expect(matterIn('58 min over', 7)).toBe('over');
});
