import { expect, test } from 'vitest';
import { openItemsWords, lateOf } from './steps.ts';

const item = (text: string, done: boolean) => ({ text, done });

test('whoever finishes reads how many items of the checklist are open', () => {
  expect(openItemsWords({ check_list: [] })).toBeUndefined();
  expect(openItemsWords({ check_list: [item('Water off', true)] })).toBeUndefined();
  expect(openItemsWords({ check_list: [item('Water off', true), item('Valve', false)] })).toBe(
    '1 checklist item still to answer.',
  );
  const check_list = ['Valve', 'Meter', 'Valve'].map((text) => item(text, false));
  expect(openItemsWords({ check_list })).toBe('2 checklist items still to answer.');
});

const starts_at = '2026-11-17T23:00:00.000Z';
const noted_at = '2026-11-17T22:00:00.000Z';

function said(content: object) {
  const created = { created_at: noted_at, created_by: 'priya', author: '' };
  return [
    { id: 'late', kind: 'late', content: { ...content }, noted_at, retracted_at: null, ...created },
  ] as const;
}
const asked = (content: object, fields: object = {}) =>
  lateOf({ records: [...said(content)], progress: 'none', starts_at, ...fields });

test('a delay counts against the start that is planned now', () => {
  const content = { minutes: 60, expected_at: '2026-11-18T00:00:00.000Z' };
  expect(asked(content)).toEqual({ record: 'late', minutes: 60 });
  expect(asked(content, { starts_at: '2026-11-17T23:45:00.000Z' })).toEqual({ record: 'late', minutes: 15 });
  expect(asked(content, { starts_at: '2026-11-18T00:00:00.000Z' })).toBeUndefined();
});

test('a delay counts as it was said until the server has answered, and no more on site', () => {
  expect(asked({ minutes: 30 })).toEqual({ record: 'late', minutes: 30 });
  expect(asked({ minutes: 30 }, { progress: 'on site' })).toBeUndefined();
});

test('a delay of whoever had the visit before makes nobody late who has it now', () => {
  const before = said({ minutes: 20, expected_at: null })[0];
  const [own] = said({ minutes: 60, expected_at: '2026-11-18T00:00:00.000Z' });
  const awaited = { progress: 'none', starts_at } as const;
  expect(lateOf({ records: [before], ...awaited })).toBeUndefined();
  expect(lateOf({ records: [own, { ...before, id: 'before' }], ...awaited })).toEqual({
    record: 'late',
    minutes: 60,
  });
});
