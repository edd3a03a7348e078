import { expect, test } from 'vitest';
import {
  quantityProblem,
  typedNote,
  typedPart,
  typedProblems,
  typedWords,
  roomProblem,
  roomWords,
  readNumber,
} from './typed-fields.ts';

test('what is typed becomes a record as soon as there is something to add', () => {
  expect(typedNote('  \n')).toBeUndefined();
  expect(typedNote(' Valve replaced ')).toEqual({ kind: 'note', content: { text: 'Valve replaced' } });
  expect(typedPart('', '2')).toBeUndefined();
  expect(typedPart('Valve', 'two')).toBeUndefined();
  expect(typedPart('Valve', '0')).toBeUndefined();
  expect(typedPart('Valve', '')).toEqual({ kind: 'part', content: { name: 'Valve', quantity: 1 } });
});

test('what cannot be added is held back whole, and a quantity says why', () => {
  expect(typedNote('a'.repeat(5_001))).toBeUndefined();
  expect(typedNote('a'.repeat(5_000))).toMatchObject({ kind: 'note' });
  const why = 'Enter a number above 0, up to 100,000.';
  const wrong = ['0', '-1', '999999999', '9999999999999', 'two'];
  expect(wrong.map(quantityProblem)).toEqual(wrong.map(() => why));
  expect(['', '1', '2,5', '100000'].map(quantityProblem)).toEqual([1, 2, 3, 4].map(() => undefined));
});

test('whoever finishes reads what of the typed is not added', () => {
  expect(typedProblems('Dry', 'Valve', '2')).toEqual({ note: undefined, part: undefined });
  expect(typedProblems('', '', '0')).toEqual({ note: undefined, part: undefined });
  const { note, part } = typedProblems('a'.repeat(5_001), 'Valve', '0');
  expect(note).toMatch(/^The note .* hasn’t been added\. 1 character too long\./);
  expect(part).toMatch(/^The part .* hasn’t been added\. How many\? Enter a number above 0/);
});

test('what is typed is read back in words', () => {
  expect([typedNote('Dry'), typedPart(' Valve ', '2,5')].map((record) => typedWords(record!))).toEqual([
    'Dry',
    '2.5 × Valve',
  ]);
});

test('the room is told when it runs out', () => {
  expect(roomWords('a'.repeat(399), 500)).toBeUndefined();
  expect(roomWords('a'.repeat(400), 500)).toBe('100 characters left.');
  expect(roomWords('a'.repeat(499), 500)).toBe('1 character left.');
  expect(roomWords('a'.repeat(500), 500)).toBe('0 characters left.');
  expect(roomWords('a'.repeat(501), 500)).toBeUndefined();
});

test('what is too long is told, not cut; what surrounds it does not count', () => {
  expect(roomProblem(`${'a'.repeat(500)} \n`, 500)).toBeUndefined();
  expect(roomProblem('a'.repeat(501), 500)).toBe('1 character too long. The limit is 500.');
  expect(roomProblem('a'.repeat(6_234), 5_000)).toBe('1,234 characters too long. The limit is 5,000.');
});

test('numbers are read with a point or a comma, and nothing else is one', () => {
  expect(['4', ' 4.5 ', '4,5', '-3', '.5', '4.'].map(readNumber)).toEqual([4, 4.5, 4.5, -3, 0.5, 4]);
  expect(['', '4 bar', '1e3', '--1', '9999999999'].map(readNumber)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});
