import { expect, test } from 'vitest';
import type { News } from '../../field/my-visits/schema.ts';
import { afterPush, alertDue } from './rules.ts';

const zone = 'Australia/Sydney';
/** 9:00 am on Monday 16 November. */
const now = Date.parse('2026-11-15T22:00:00Z');
const day = (days: number, hour = 10) =>
  new Date(now + days * 86_400_000 + (hour - 9) * 3_600_000).toISOString();

let change = 10;
const line = (was_at: string | null, starts_at: string | null, more: Partial<News> = {}): News => ({
  visit_id: `${(change += 1)}`,
  kind: 'moved',
  was_at,
  starts_at,
  change,
  at: day(0),
  by: 'Dana Lee',
  number: 'J-1001/1',
  customer: 'Acme Plumbing',
  suburb: 'Ryde',
  zone,
  ...more,
});
const nothing = { change: 0, visits: 0 };
const said = (news: News[], alerted = nothing, heard: number | null = 0) =>
  alertDue({ news, heard }, alerted, now)?.alert;

test('how many visits have changed, and nothing of them', () => {
  const alert = said([line(day(0), day(0, 12)), line(null, day(1))]);
  expect(alert).toEqual({ title: 'Your day has changed', body: '2 visits', quiet: false });
  expect(said([line(null, day(0))])).toMatchObject({ body: '1 visit' });
});

test('what is new of the days after today is said, what is further away or past is not', () => {
  expect(said([line(null, day(3, 8))])).toEqual({
    title: 'Your next days have changed',
    body: '1 visit',
    quiet: false,
  });
  expect(said([line(null, day(4, 8))])).toBeUndefined();
  expect(said([line(null, day(-1, 8))])).toBeUndefined();
  // It was to be today, and is not.
  expect(said([line(day(0, 15), day(9))])).toMatchObject({ title: 'Your day has changed' });
  expect(said([line(day(9), null), line(null, day(0))])).toMatchObject({ body: '1 visit' });
});

test('days are those of the clocks at the site', () => {
  // 11:00 pm in Sydney is 8:00 pm in Perth; three hours later it is tomorrow in one of them.
  const late = new Date(now + 14 * 3_600_000 + 3_600_000).toISOString();
  const title = (at: string) => said([line(null, late, { zone: at })])!.title;
  expect(title('Australia/Sydney')).toBe('Your next days have changed');
  expect(title('Australia/Perth')).toBe('Your day has changed');
});

test('what was said is not said again, and what has come since counts with what was not read', () => {
  const first = line(null, day(0));
  const { alerted } = alertDue({ news: [first], heard: 0 }, nothing, now)!;
  expect(alerted).toEqual({ change: first.change, visits: 1 });
  expect(said([first], alerted)).toBeUndefined();
  expect(said([first, line(null, day(0, 12))], alerted)).toMatchObject({ body: '2 visits', quiet: false });
});

test('what is undone after it was said is said without a sound, unless it was read', () => {
  const [first, second] = [line(null, day(0)), line(null, day(0, 12))];
  const { alerted } = alertDue({ news: [first, second], heard: 0 }, nothing, now)!;
  expect(said([first], alerted)).toEqual({ title: 'Your day has changed', body: '1 visit', quiet: true });
  expect(said([], alerted)).toMatchObject({ title: 'Your day is back to how it was', quiet: true });
  expect(said([], alerted, alerted.change)).toBeUndefined();
  expect(said([], nothing)).toBeUndefined();
});

test.each([
  [201, 1, 'arrived'],
  [404, 1, 'gone'],
  [410, 1, 'gone'],
  [403, 1, 'gone'],
  [429, 5, 'retry'],
  [503, 1, 'retry'],
  [undefined, 1, 'retry'],
  [503, 6, 'left'],
  [400, 1, 'left'],
  [413, 1, 'left'],
] as const)('after %s at try %s it is %s', (status, tries, then) => {
  expect(afterPush(status, tries)).toBe(then);
});
