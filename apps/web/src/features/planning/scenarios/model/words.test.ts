import { expect, test } from 'vitest';
import { awayInWords, hoursInWords, placeInWords, stretchInWords } from './words.ts';

const zone = 'Australia/Sydney';
const names = { kai: 'Kai', kim: 'Kim' };
const placed = {
  technicians: ['kai', 'kim'],
  starts_at: '2026-11-16T22:00:00+00:00',
  ends_at: '2026-11-16T23:00:00+00:00',
};

test('a place is told by its crew and its time, and the tray is one', () => {
  expect(placeInWords(placed, names, zone)).toBe('Kai and Kim, Tue 17 Nov 9:00 am');
  expect(placeInWords(null, names, zone)).toBe('in the tray');
});

test('an absence is told with both its ends', () => {
  const away = { ...placed, id: 'a', version: 1, technician_id: 'kai', kind: 'leave' as const };
  expect(awayInWords({ ...away, whole_days: false, reason: '' }, names, zone)).toBe(
    'Kai away, Tue 17 Nov 9:00 am to Tue 17 Nov 10:00 am',
  );
});

test('an absence of whole days is told by its days', () => {
  const away = {
    id: 'a',
    version: 1,
    technician_id: 'kai',
    kind: 'leave' as const,
    reason: '',
    whole_days: true,
  };
  const [starts_at, ends_at] = ['2026-11-16T13:00:00+00:00', '2026-11-18T13:00:00+00:00'];
  expect(awayInWords({ ...away, starts_at, ends_at }, names, zone)).toBe(
    'Kai away, Tue 17 Nov to Wed 18 Nov',
  );
});

test('times are told in hours', () => {
  expect([hoursInWords(45), hoursInWords(120), hoursInWords(4_116)]).toEqual([
    '45 min',
    '2 h',
    '68 h 36 min',
  ]);
});

test('one day is named once', () => {
  expect(stretchInWords({ from_date: '2026-11-17', to_date: '2026-11-17' })).toBe('Tue 17 Nov');
  expect(stretchInWords({ from_date: '2026-11-16', to_date: '2026-11-20' })).toBe('Mon 16 Nov to Fri 20 Nov');
});
