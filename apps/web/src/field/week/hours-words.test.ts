import type { OwnHours } from '@muster/domain/my-hours/schema';
import { expect, test } from 'vitest';
import { hoursWords } from './hours-words.ts';

const day: OwnHours = { date: '2026-11-17', shifts: [], holiday: null, absences: [], worked: 0 };
const shifts = [{ from: '07:00', to: '15:30' }];
const absence = { kind: 'leave', from: null, to: null, reason: '' } as const;

test('a day is told by its shifts, or as a day off', () => {
  expect(hoursWords({ ...day, shifts })).toEqual(['7:00 am – 3:30 pm']);
  expect(hoursWords(day)).toEqual(['Day off']);
  expect(hoursWords({ ...day, shifts: [{ from: '00:00', to: '00:00' }] })).toEqual(['All day']);
  expect(hoursWords({ ...day, shifts, holiday: 'Boxing Day' })).toEqual([
    'Public holiday: Boxing Day',
    '7:00 am – 3:30 pm',
  ]);
});

test('who is away all day does not work; who is away for hours does', () => {
  expect(hoursWords({ ...day, shifts, absences: [absence] })).toEqual(['On leave all day']);
  const training = { ...absence, kind: 'training', from: '12:00', reason: 'First aid' } as const;
  expect(hoursWords({ ...day, shifts, absences: [training] })).toEqual([
    '7:00 am – 3:30 pm',
    'Training from 12:00 pm (First aid)',
  ]);
});
