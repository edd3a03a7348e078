import { assert, double, property, record } from 'fast-check';
import { expect, test } from 'vitest';

import { minutes } from './minutes.ts';
import type { Place } from './travel.ts';
import { defaultTravel, travelMinutes } from './travel.ts';

/** A degree of latitude is 111.19 km on the sphere. */
const north = (kilometres: number): Place => ({
  id: `${kilometres} km north`,
  position: { latitude: -33.8 + kilometres / 111.194_926_6, longitude: 151 },
});
const here = north(0);

test.each([
  // 5 km × 1.35 at 35 km/h is 11.57 min, and 4 to park.
  [5, 16],
  // 7.4 km × 1.35 is 9.99 km, all at 35 km/h: 17.13 min, and 4 to park.
  [7.4, 22],
  // 20 km × 1.35 is 27 km: 10 at 35 km/h, 17 at 55: 35.69 min, and 4 to park.
  [20, 40],
])('%d km in a straight line take %d minutes', (kilometres, expected) => {
  expect(travelMinutes(here, north(kilometres), defaultTravel)).toBe(expected);
});

test('nobody drives between two visits at one site, but parks again at another site at the same spot', () => {
  expect(travelMinutes(here, { ...here }, defaultTravel)).toBe(0);
  expect(travelMinutes(here, { ...here, id: 'next door' }, defaultTravel)).toBe(4);
});

test('every number is a setting of the business', () => {
  const settings = {
    ...defaultTravel,
    roadFactor: 1,
    streetKilometres: 0,
    roadSpeed: 60,
    parking: minutes(0),
  };
  expect(travelMinutes(here, north(29.9), settings)).toBe(30);
  expect(travelMinutes(here, north(29.9), { ...settings, buffer: minutes(5) })).toBe(35);
  expect(travelMinutes(here, here, { ...settings, buffer: minutes(5) })).toBe(0);
});

test('there and back take the same time, in whole minutes', () => {
  const position = record({
    latitude: double({ min: -44, max: -10, noNaN: true }),
    longitude: double({ min: 113, max: 154, noNaN: true }),
  });
  assert(
    property(position, position, (a, b) => {
      const [from, to] = [
        { id: 'a', position: a },
        { id: 'b', position: b },
      ];
      const there = travelMinutes(from, to, defaultTravel);
      expect(there).toBe(travelMinutes(to, from, defaultTravel));
      expect(there).toBeGreaterThanOrEqual(4);
      expect(Number.isInteger(there)).toBe(true);
    }),
  );
});
