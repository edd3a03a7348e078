import { expect, test } from 'vitest';
import { durationWords, readCheckList } from './check-list.ts';

test('a check list is one thing on each line, with or without bullets', () => {
  expect(readCheckList('- Valve tested\n\n  • Area clean \nPhoto')).toEqual([
    'Valve tested',
    'Area clean',
    'Photo',
  ]);
});

test('durations are told in hours and minutes', () => {
  expect([5, 60, 90, 480].map(durationWords)).toEqual(['5 min', '1 h', '1 h 30 min', '8 h']);
});
