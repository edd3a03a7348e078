import { expect, test } from 'vitest';
import { openItemsWords } from './open-items.ts';

const item = (text: string, done: boolean) => ({ text, done });

test('whoever finishes reads how many items of the check list are open', () => {
  expect(openItemsWords({ check_list: [] })).toBeUndefined();
  expect(openItemsWords({ check_list: [item('Water off', true)] })).toBeUndefined();
  expect(openItemsWords({ check_list: [item('Water off', true), item('Valve', false)] })).toBe(
    '1 item of the check list is open.',
  );
  const check_list = ['Valve', 'Meter', 'Valve'].map((text) => item(text, false));
  expect(openItemsWords({ check_list })).toBe('2 items of the check list are open.');
});
