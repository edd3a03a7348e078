import { expect, test } from 'vitest';
import {
  absenceProblem,
  absenceWords,
  asMoments,
  asTime,
  awayAt,
  daysAhead,
  fromDay,
  restOfDay,
} from './absence-time.ts';

const sydney = 'Australia/Sydney';
const week = { whole_days: true, first: '2026-10-01', last: '2026-10-05', from: '07:00', to: '15:30' };

test('whole days are those of the business, over the change of its clocks, and come back as they were written', () => {
  // Clocks go forward on 4 October 2026.
  const moments = asMoments(week, sydney);
  expect(moments).toEqual({
    whole_days: true,
    starts_at: '2026-09-30T14:00:00.000Z',
    ends_at: '2026-10-05T13:00:00.000Z',
  });
  expect(asTime(moments, sydney)).toEqual(week);
  expect(absenceWords(moments, sydney)).toBe('Thu 1 Oct – Mon 5 Oct');
});

test('the last day follows a first day that is moved past it', () => {
  expect(fromDay(week, '2026-10-03')).toEqual({ first: '2026-10-03' });
  expect(fromDay(week, '2026-10-12')).toEqual({ first: '2026-10-12', last: '2026-10-12' });
});

test('a part of a day is told with its times', () => {
  const morning = { whole_days: false, first: '2026-11-16', last: '2026-11-16', from: '09:00', to: '12:00' };
  const moments = asMoments(morning, sydney);
  expect(moments.starts_at).toBe('2026-11-15T22:00:00.000Z');
  expect(absenceWords(moments, sydney)).toBe('Mon 16 Nov, 9:00 am – 12:00 pm');
  expect(asTime(moments, sydney)).toEqual(morning);
});

test('what ends before it begins is refused in words', () => {
  expect(absenceProblem(week)).toBeUndefined();
  expect(absenceProblem({ ...week, last: '2026-09-30' })).toEqual({
    text: 'An absence must end after it starts.',
  });
  expect(absenceProblem({ ...week, last: '' })).toEqual({ text: 'Enter a start and an end.' });
  const hours = { ...week, whole_days: false, last: week.first };
  expect(absenceProblem({ ...hours, from: '10:00', to: '10:00' })).toEqual({
    text: 'An absence must end after it starts.',
  });
});

test('somebody is away from the first moment of an absence until its end', () => {
  const absence = {
    id: 'a',
    version: 1,
    technician_id: 't',
    kind: 'sick' as const,
    reason: '',
    ...asMoments(week, sydney),
  };
  expect(awayAt([absence], Date.parse(absence.starts_at))).toBe('sick');
  expect(awayAt([absence], Date.parse(absence.ends_at))).toBeNull();
});

test('the days of an absence that can be repaired are those that are not over, and no more than are asked for', () => {
  const days = (today: `${number}-${number}-${number}`) =>
    daysAhead(asMoments(week, sydney), sydney, today, 3);
  expect(days('2026-09-20')).toEqual({ from: '2026-10-01', to: '2026-10-03' });
  expect(days('2026-10-04')).toEqual({ from: '2026-10-04', to: '2026-10-05' });
  expect(days('2026-10-06')).toBeUndefined();
  const rest = asMoments(restOfDay('2026-11-16', '10:40'), sydney);
  expect(rest).toMatchObject({ starts_at: '2026-11-15T23:40:00.000Z', ends_at: '2026-11-16T13:00:00.000Z' });
  expect(daysAhead(rest, sydney, '2026-11-16', 14)).toEqual({ from: '2026-11-16', to: '2026-11-16' });
});
