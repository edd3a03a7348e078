import { expect, test } from 'vitest';
import { typedNote, typedPart, typedWords } from './typed.ts';

test('what is typed becomes a record as soon as there is something to add', () => {
  expect(typedNote('  \n')).toBeUndefined();
  expect(typedNote(' Valve replaced ')).toEqual({ kind: 'note', content: { text: 'Valve replaced' } });
  expect(typedPart('', '2')).toBeUndefined();
  expect(typedPart('Valve', 'two')).toBeUndefined();
  expect(typedPart('Valve', '0')).toBeUndefined();
  expect(typedPart('Valve', '')).toEqual({ kind: 'part', content: { name: 'Valve', quantity: 1 } });
});

test('what is typed is read back in words', () => {
  expect([typedNote('Dry'), typedPart(' Valve ', '2,5')].map((record) => typedWords(record!))).toEqual([
    'Dry',
    '2.5 × Valve',
  ]);
});
