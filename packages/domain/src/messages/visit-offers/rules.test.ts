import { expect, test } from 'vitest';
import { epochMinutes } from '../../values/minutes.ts';
import { type FreeSlot, offersFrom } from './rules.ts';

const zone = 'Australia/Sydney';
const slot = (time: string, window_from: string, window_to: string, day = 24): FreeSlot => ({
  technicians: ['kai'],
  starts_at: `2026-11-${day}T${time}:00+11:00`,
  window_from,
  window_to,
});
const wanted = { earliest: epochMinutes(0), zone, now: null };
const dawn = slot('06:25', '05:55', '06:55');

test('each arrival is offered once, whoever comes, in the order of time', () => {
  const offers = offersFrom(
    [slot('10:00', '09:00', '11:00'), slot('07:30', '07:00', '09:00'), slot('10:30', '09:00', '11:00')],
    wanted,
  );
  expect(offers.map(({ starts_at }) => starts_at.slice(11, 16))).toEqual(['07:30', '10:00']);
});

test('an odd arrival is offered only where there is no usual one', () => {
  expect(offersFrom([dawn, slot('07:30', '07:00', '09:00')], wanted)).toHaveLength(1);
  expect(offersFrom([dawn], wanted)).toMatchObject([{ window_from: '05:55', on_date: '2026-11-24' }]);
});
