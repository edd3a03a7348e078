import type { News } from '@muster/domain/field/my-visits/schema';
import { expect, test } from 'vitest';
import { newsLines } from './words.ts';

const zone = 'Australia/Sydney';
/** 9:00 am on Monday 16 November. */
const now = Date.parse('2026-11-15T22:00:00Z');
const monday = (hour: number) => new Date(now + (hour - 9) * 3_600_000).toISOString();
const tuesday = (hour: number) => monday(hour + 24);

const line = (
  kind: News['kind'],
  was_at: string | null,
  starts_at: string | null,
  more: Partial<News> = {},
) => ({
  visit_id: 'a',
  kind,
  was_at,
  starts_at,
  change: 1,
  at: monday(8),
  by: 'Dana Lee',
  number: 'J-1001/1',
  customer: 'Acme',
  suburb: 'Ryde',
  zone,
  ...more,
});
const told = (...news: News[]) =>
  newsLines(news, now, zone).map(({ word, who, when }) => `${word}: ${who}: ${when}`);

test.each([
  [line('new', null, monday(11)), 'New: Acme, Ryde: 11:00 am'],
  [line('new', null, tuesday(11)), 'New: Acme, Ryde: Tue 17 Nov, 11:00 am'],
  [line('moved', monday(9), monday(10)), 'Moved: Acme, Ryde: 9:00 am → 10:00 am'],
  [line('moved', tuesday(9), tuesday(10)), 'Moved: Acme, Ryde: Tue 17 Nov, 9:00 am → 10:00 am'],
  [line('moved', monday(9), tuesday(10)), 'Moved: Acme, Ryde: today, 9:00 am → Tue 17 Nov, 10:00 am'],
  [line('moved', tuesday(9), monday(10)), 'Moved: Acme, Ryde: Tue 17 Nov, 9:00 am → today, 10:00 am'],
  [line('cancelled', monday(9), null), 'Cancelled: Acme, Ryde: 9:00 am'],
  [
    line('gone', tuesday(9), null, { customer: '', suburb: '' }),
    'No longer yours: A visit: Tue 17 Nov, 9:00 am',
  ],
])('%#', (news, expected) => {
  expect(told(news)).toEqual([expected]);
});

test('who did it, and on which day if that is not today', () => {
  const [today, before] = newsLines(
    [line('new', null, monday(11)), line('new', null, monday(12), { at: monday(-8), by: '' })],
    now,
    zone,
  );
  expect([today!.by, before!.by]).toEqual(['Dana Lee, 8:00 am', 'The office, Sun 15 Nov, 4:00 pm']);
});

test('many new visits of a day to come are one line, and each of today has its own', () => {
  const many = [1, 2, 3].map((hour) => line('new', null, tuesday(hour), { visit_id: String(hour) }));
  const few = [10, 11, 12].map((hour) => line('new', null, monday(hour), { visit_id: String(hour) }));
  expect(told(...many, ...few)).toEqual([
    'New: 3 visits: Tue 17 Nov',
    ...['10:00 am', '11:00 am', '12:00 pm'].map((time) => `New: Acme, Ryde: ${time}`),
  ]);
});
