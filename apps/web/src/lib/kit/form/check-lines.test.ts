import { readItem } from '@muster/domain/work/job-types/rules';
import { expect, test } from 'vitest';
import { checkListWords, filledItems, readCheckList, withLines } from './check-lines.ts';

const pressure = { text: 'Pressure', kind: 'number', required: true } as const;

test('a checklist is one thing on each line, with or without bullets', () => {
  expect(readCheckList('- Valve tested\n\n  • Area clean \nPhoto')).toEqual([
    'Valve tested',
    'Area clean',
    'Photo',
  ]);
});

test('lines that are pasted into an item become items, and the first keeps how it is answered', () => {
  const items = [pressure, readItem('Tidy')];
  expect(withLines(items, 0, ['Flow', 'Leaks'])).toEqual([
    { ...pressure, text: 'Flow' },
    readItem('Leaks'),
    readItem('Tidy'),
  ]);
  expect(withLines(items, 2, ['Flow'])).toEqual([...items, readItem('Flow')]);
});

test('empty lines are no items, and the others are told with how they are answered', () => {
  const items = [pressure, readItem('  '), readItem(' Tidy ')];
  expect(filledItems(items)).toEqual([pressure, readItem('Tidy')]);
  expect(checkListWords(items)).toBe('Pressure (number, required), Tidy');
});
