import { expect, test } from 'vitest';
import { furthest, minuteOf, momentText, rowMoment } from './rules.ts';

test('a moment is the same text however it was written', () => {
  expect(momentText(minuteOf('2026-11-16T09:00:00+11:00'))).toBe('2026-11-15T22:00:00+00:00');
  expect(rowMoment(new Date('2026-11-16T09:00:00.120Z'))).toBe('2026-11-16T09:00:00.12+00:00');
  expect(rowMoment(new Date('2026-11-16T09:00:10Z'))).toBe('2026-11-16T09:00:10+00:00');
});

test('telling an earlier step once more takes nothing back', () => {
  expect(furthest('on site', 'en route')).toBe('on site');
  expect(furthest('none', 'en route')).toBe('en route');
});
