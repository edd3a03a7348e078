import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { expect, test } from 'vitest';
import { clockOf } from './words.ts';

test('a time has its day where that is not the day of the visit, by the clocks at the site', () => {
  const site = { zone: 'Australia/Sydney' } as OwnVisit['site'];
  const visit = { starts_at: '2026-11-17T22:00:00Z', site };
  expect(clockOf('2026-11-17T23:00:00Z', visit)).toBe('10:00 am');
  expect(clockOf('2026-11-17T12:59:00Z', visit)).toBe('Tue 17 Nov, 11:59 pm');
});
