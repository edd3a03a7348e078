import { expect, test } from 'vitest';
import {
  firstTogether,
  MOST_TOGETHER,
  furthest,
  minuteOf,
  momentText,
  offeredReasons,
  rowMoment,
} from './rules.ts';

test('a moment is the same text however it was written', () => {
  expect(momentText(minuteOf('2026-11-16T09:00:00+11:00'))).toBe('2026-11-15T22:00:00+00:00');
  expect(rowMoment(new Date('2026-11-16T09:00:00.120Z'))).toBe('2026-11-16T09:00:00.12+00:00');
  expect(rowMoment(new Date('2026-11-16T09:00:10Z'))).toBe('2026-11-16T09:00:10+00:00');
});

test('telling an earlier step once more takes nothing back', () => {
  expect(furthest('on site', 'en route')).toBe('on site');
  expect(furthest('none', 'en route')).toBe('en route');
});

test('the reasons that a business gives come before the usual ones, each once however it is spelt, and six at most', () => {
  expect(offeredReasons([])).toEqual(['Customer agreed', 'Technician agreed', 'Emergency']);
  expect(offeredReasons(['Next door', 'emergency'])).toEqual([
    'Next door',
    'emergency',
    'Customer agreed',
    'Technician agreed',
  ]);
  expect(offeredReasons(['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'b', 'c', 'd', 'e', 'Customer agreed']);
});

test('no more is selected together than one command takes, and what was selected first stays', () => {
  const many = new Set(Array.from({ length: MOST_TOGETHER + 1 }, (_, at) => `v${at}`));
  expect([...firstTogether(many)]).toEqual([...many].slice(0, MOST_TOGETHER));
  const few = new Set(['a', 'b']);
  expect(firstTogether(few)).toBe(few);
});
