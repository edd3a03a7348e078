import { expect, test } from 'vitest';
import { quantityProblem, typedNote, typedPart, typedProblems, typedWords } from './typed.ts';

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
  const why = 'A number above 0, at most 100,000.';
  const wrong = ['0', '-1', '999999999', '9999999999999', 'two'];
  expect(wrong.map(quantityProblem)).toEqual(wrong.map(() => why));
  expect(['', '1', '2,5', '100000'].map(quantityProblem)).toEqual([1, 2, 3, 4].map(() => undefined));
});

test('whoever finishes reads what of the typed is not added', () => {
  expect(typedProblems('Dry', 'Valve', '2')).toEqual({ note: undefined, part: undefined });
  expect(typedProblems('', '', '0')).toEqual({ note: undefined, part: undefined });
  const { note, part } = typedProblems('a'.repeat(5_001), 'Valve', '0');
  expect(note).toMatch(/^The note .* not added\. Too long by 1 character\./);
  expect(part).toMatch(/^The part .* not added\. How many\? A number above 0/);
});

test('what is typed is read back in words', () => {
  expect([typedNote('Dry'), typedPart(' Valve ', '2,5')].map((record) => typedWords(record!))).toEqual([
    'Dry',
    '2.5 × Valve',
  ]);
});
