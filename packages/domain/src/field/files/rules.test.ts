import { expect, test } from 'vitest';
import { madeAt } from './rules.ts';

test('a photo is as old as its shot, a document as old as its place in the list', () => {
  const [taken_at, created_at] = ['2019-03-03T10:00:00Z', '2026-11-17T23:04:00Z'];
  expect(madeAt({ kind: 'photo', taken_at, created_at })).toBe(taken_at);
  expect(madeAt({ kind: 'video', taken_at, created_at })).toBe(taken_at);
  expect(madeAt({ kind: 'video', taken_at: null, created_at })).toBe(created_at);
  expect(madeAt({ kind: 'document', taken_at, created_at })).toBe(created_at);
});
