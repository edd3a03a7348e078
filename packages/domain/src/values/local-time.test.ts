import { assert, integer, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';

import type { LocalDate, LocalTime } from './local-time.ts';
import { addDays, dateAt, datesBetween, momentOf, startOfDay, timeAt, weekdayOf } from './local-time.ts';
import { epochMinutes } from './minutes.ts';

const utc = (text: string) => Date.parse(text) / 60_000;

test.each<[LocalDate, LocalTime, string, string]>([
  ['2026-11-16', '09:30', 'Australia/Sydney', '2026-11-15T22:30Z'],
  ['2026-06-15', '09:30', 'Australia/Sydney', '2026-06-14T23:30Z'],
  ['2026-11-16', '09:30', 'Australia/Brisbane', '2026-11-15T23:30Z'],
  ['2026-11-16', '09:30', 'Australia/Broken_Hill', '2026-11-15T23:00Z'],
  ['2026-11-16', '09:30', 'Australia/Eucla', '2026-11-16T00:45Z'],
  // Lord Howe moves its clocks by half an hour.
  ['2026-10-03', '09:30', 'Australia/Lord_Howe', '2026-10-02T23:00Z'],
  ['2026-10-04', '09:30', 'Australia/Lord_Howe', '2026-10-03T22:30Z'],
])('%s %s in %s is %s', (date, time, zone, expected) => {
  const at = momentOf(date, time, zone);
  expect(at).toBe(utc(expected));
  expect([dateAt(at, zone), timeAt(at, zone)]).toEqual([date, time]);
});

test('a time that the clocks leave out is later by as much, one that they show twice is the first', () => {
  const shown = (date: LocalDate, time: LocalTime, zone: string) => timeAt(momentOf(date, time, zone), zone);
  expect(shown('2026-10-04', '02:30', 'Australia/Sydney')).toBe('03:30');
  expect(shown('2026-10-04', '02:15', 'Australia/Lord_Howe')).toBe('02:45');
  expect(momentOf('2026-04-05', '02:30', 'Australia/Sydney')).toBe(utc('2026-04-04T15:30Z'));
});

test('a day has the hours that its clocks give it', () => {
  const length = (date: LocalDate, zone: string) =>
    startOfDay(addDays(date, 1), zone) - startOfDay(date, zone);
  expect(length('2026-10-04', 'Australia/Sydney')).toBe(23 * 60);
  expect(length('2026-04-05', 'Australia/Sydney')).toBe(25 * 60);
  expect(length('2026-10-04', 'Australia/Lord_Howe')).toBe(23.5 * 60);
  expect(length('2026-10-04', 'Australia/Brisbane')).toBe(24 * 60);
});

test('days follow each other across months, and know their weekday', () => {
  expect(datesBetween('2026-10-30', '2026-11-01')).toEqual(['2026-10-30', '2026-10-31', '2026-11-01']);
  expect(datesBetween('2026-11-02', '2026-11-01')).toEqual([]);
  expect(weekdayOf('2026-11-16')).toBe(1);
  expect(weekdayOf('2026-11-22')).toBe(7);
});

test('what a clock shows means the moment at which it is shown, but in the hour that comes twice', () => {
  const zone = constantFrom('Australia/Sydney', 'Australia/Adelaide', 'Australia/Lord_Howe');
  assert(
    property(integer({ min: 29_000_000, max: 31_000_000 }), zone, (count, where) => {
      const at = epochMinutes(count);
      const again = momentOf(dateAt(at, where), timeAt(at, where), where);
      expect([0, 30, 60]).toContain(at - again);
    }),
  );
});
