import { expect, test } from 'vitest';
import { missingItems } from './rules.ts';

const item = (text: string, fields: object = {}) => ({ text, done: false, required: true, ...fields });
const valve = item('Valve', { kind: 'photo' });

function answered(text: string, value: unknown, noted_at = '2026-11-17T00:00:00Z') {
  const content = { item: text, value };
  return { kind: 'check' as const, content, noted_at, created_at: noted_at, retracted_at: null };
}

test('what has to be answered is missing until it is, or the office has ticked it off', () => {
  const items = [item('Water'), item('Pressure', { kind: 'number' }), item('Tidy', { required: false })];
  expect(missingItems(items, [answered('Pressure', 0)], [])).toEqual(['Water']);
  expect(missingItems([item('Water', { done: true })], [], [])).toEqual([]);
  expect(missingItems([{ ...valve, done: true }], [], [])).toEqual([]);
});

test('a photo is an answer while it is there', () => {
  const records = [answered('Valve', 'photo')];
  const missing = (...states: ('waiting' | 'ready' | 'refused')[]) =>
    missingItems(
      [valve, { ...valve, done: true }],
      records,
      states.map((state) => ({ id: 'photo', state })),
    );
  expect([missing('waiting'), missing('ready')]).toEqual([[], []]);
  expect([missing(), missing('refused')]).toEqual([
    ['Valve', 'Valve'],
    ['Valve', 'Valve'],
  ]);
  expect(missingItems([valve], [answered('Valve', true)], [{ id: 'photo', state: 'ready' }])).toEqual([
    'Valve',
  ]);
  const back = [...records, answered('Valve', null, '2026-11-17T01:00:00Z')];
  expect(missingItems([valve], back, [{ id: 'photo', state: 'ready' }])).toEqual(['Valve']);
});
