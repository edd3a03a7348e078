import { expect, test } from 'vitest';
import { fromField, toField } from './moment-field.ts';

test('a moment survives its way through the field, by the clocks at the site, whatever the phone’s are', () => {
  const through = (moment: string, zone: string) => fromField(toField(moment, zone), zone);
  for (const zone of ['Australia/Sydney', 'Australia/Perth', 'Australia/Lord_Howe'])
    for (const moment of ['2026-11-16T22:30:00.000Z', '2026-10-03T15:30:00.000Z', '2026-10-03T16:30:00.000Z'])
      expect(through(moment, zone)).toBe(moment);
  expect(toField('2026-11-16T22:30:00Z', 'Australia/Perth')).toBe('2026-11-17T06:30');
  expect(fromField('2026-11-17T06:30', 'Australia/Perth')).toBe('2026-11-16T22:30:00.000Z');
  expect(fromField('', 'Australia/Perth')).toBeUndefined();
  expect(fromField('nonsense', 'Australia/Perth')).toBeUndefined();
});
