import { expect, test } from 'vitest';
import { timeRows } from './times.ts';

const zone = 'Australia/Sydney';
const booking = {
  starts_at: '2026-11-15T22:00:00Z',
  ends_at: '2026-11-15T23:00:00Z',
  en_route_at: null,
  on_site_at: null,
  done_at: null,
};

test('actual times stand beside the planned ones, with the difference in words', () => {
  expect(timeRows(booking, zone)).toEqual([]);
  const told = {
    ...booking,
    en_route_at: '2026-11-15T21:41:20Z',
    on_site_at: '2026-11-15T22:12:40Z',
    done_at: '2026-11-15T23:31:05Z',
  };
  expect(
    timeRows(told, zone).map((row) => [row.label, row.planned, row.actual, row.difference, row.isOff]),
  ).toEqual([
    ['On my way', '', '8:41 am', '', false],
    ['Arrived', '9:00 am', '9:12 am', '12 min later', true],
    ['Finished', '10:00 am', '10:31 am', '31 min later', true],
    ['On site', '1 h', '1 h 19 min', '19 min longer', true],
  ]);
});

test('early and just in time are no reason to ask; another day is named', () => {
  const told = {
    ...booking,
    on_site_at: '2026-11-15T21:57:00Z',
    done_at: '2026-11-15T23:00:59Z',
  };
  expect(timeRows(told, zone)).toMatchObject([
    { difference: '3 min earlier', isOff: false },
    { difference: 'as planned', isOff: false },
    { difference: '3 min longer', isOff: false },
  ]);
  expect(timeRows({ ...booking, on_site_at: '2026-11-16T22:00:00Z' }, zone)).toMatchObject([
    { actual: 'Tue 17 Nov, 9:00 am', difference: '24 h later' },
  ]);
});
