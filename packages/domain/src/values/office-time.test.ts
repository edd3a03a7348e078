import { expect, test } from 'vitest';
import { fromOfficeText, officeText, officeTime } from './office-time.ts';

test.each([
  ['2026-01-05T09:30', '2026-01-04T22:30:00.000Z'],
  ['2026-06-15T20:00', '2026-06-15T10:00:00.000Z'],
  // The evening before the clocks go forward, and the morning after.
  ['2026-10-03T20:00', '2026-10-03T10:00:00.000Z'],
  ['2026-10-04T09:00', '2026-10-03T22:00:00.000Z'],
  // The evening before they go back, and the morning after.
  ['2026-04-04T20:00', '2026-04-04T09:00:00.000Z'],
  ['2026-04-05T09:00', '2026-04-04T23:00:00.000Z'],
])('%s in the office is %s', (text, moment) => {
  expect(fromOfficeText(text)).toBe(moment);
  expect(officeText(moment)).toBe(text);
});

test('an hour that the clocks leave out is the one after it', () => {
  expect(officeText(fromOfficeText('2026-10-04T02:30')!)).toBe('2026-10-04T03:30');
});

test.each(['', 'tomorrow', '2026-02-30T09:00', '2026-13-01T09:00'])('%j is no time', (text) => {
  expect(fromOfficeText(text)).toBeUndefined();
});

test('the office has its own day', () => {
  expect(officeTime(new Date('2026-11-15T13:30:00Z')).toPlainDate().toString()).toBe('2026-11-16');
});
