import { expect, test } from 'vitest';
import { closedOn } from './place.ts';

const hours = { from: '07:00', to: '15:00', breaks: [] };
const saturday = '2026-11-21';

test('a business is closed on a day on which none of its active technicians works either', () => {
  const business = { working_week: [{ weekday: 1 as const, ...hours }] };
  const weekender = { is_active: true, working_week: [{ weekday: 6 as const, ...hours }] };
  const usual = { is_active: true, working_week: null };
  const closed = (...technicians: (typeof weekender | typeof usual)[]) =>
    closedOn(saturday, { business, technicians, holidays: [] });
  expect(closed(usual)).toMatch(/^You’re closed on Sat/);
  expect(closed(usual, { ...weekender, is_active: false })).toMatch(/^You’re closed on Sat/);
  expect(closed(usual, weekender)).toBeUndefined();
  expect(closedOn('2026-11-23', { business, technicians: [], holidays: [] })).toBeUndefined();
});
