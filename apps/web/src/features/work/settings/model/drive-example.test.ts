import { defaultTravel } from '@muster/domain/values/travel';
import { expect, test } from 'vitest';
import { driveMinutes } from './drive-example.ts';

test('ten kilometres as the crow flies are 13.5 by road: ten through streets, the rest faster, and time to park', () => {
  expect(driveMinutes(10, defaultTravel)).toBe(Math.ceil((10 / 35 + 3.5 / 55) * 60 + 4));
});
