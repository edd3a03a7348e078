import { expect, test } from 'vitest';
import {
  addBreak,
  changeStretch,
  splitDay,
  spreadDay,
  toggleDay,
  usualWeek,
  type Week,
  weekWords,
} from './week.ts';

test('a week in words joins days that are alike', () => {
  expect(weekWords(null)).toBe('Business hours');
  expect(weekWords([])).toBe('Never');
  expect(weekWords(usualWeek)).toBe('Mon–Fri 7:00 am – 3:30 pm');
  const saturday: Week = [...usualWeek, { weekday: 6, from: '08:00', to: '12:00', breaks: [] }];
  expect(weekWords(toggleDay(saturday, 3))).toBe(
    'Mon–Tue 7:00 am – 3:30 pm, Thu–Fri 7:00 am – 3:30 pm, Sat 8:00 am – 12:00 pm',
  );
});

test('a day off becomes like the working day before it, and back', () => {
  const early = changeStretch(usualWeek, usualWeek[4]!, { from: '06:00' });
  const saturday = toggleDay(early, 6);
  expect(saturday.at(-1)).toMatchObject({ weekday: 6, from: '06:00' });
  expect(toggleDay(saturday, 6)).toEqual(early);
  expect(toggleDay([], 1)).toHaveLength(1);
});

test('a day is split into two stretches, in their order', () => {
  const split = splitDay(usualWeek, 1);
  expect(split.filter(({ weekday }) => weekday === 1).map(({ from }) => from)).toEqual(['07:00', '17:00']);
});

test('the hours of one day go to all days that are worked', () => {
  const monday = changeStretch(usualWeek, usualWeek[0]!, { from: '09:00', to: '17:00' });
  expect(weekWords(spreadDay(monday, 1))).toBe('Mon–Fri 9:00 am – 5:00 pm');
});

test('a break is added to its own stretch alone', () => {
  const week = addBreak(usualWeek, usualWeek[1]!);
  expect(week.map(({ breaks }) => breaks.length)).toEqual([1, 2, 1, 1, 1]);
});
