import { expect, test } from 'vitest';
import { readCheckList } from './check-list.ts';

test('a check list is one thing on each line, with or without bullets', () => {
  expect(readCheckList('- Valve tested\n\n  • Area clean \nPhoto')).toEqual([
    'Valve tested',
    'Area clean',
    'Photo',
  ]);
});
