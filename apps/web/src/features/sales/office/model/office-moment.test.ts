import { expect, test } from 'vitest';
import { withOfficeZone } from './office-moment.ts';

test('a field names the zone of the office where the reader is elsewhere', () => {
  // As the tests are: in Kathmandu.
  expect(withOfficeZone('Due', '2026-06-15T10:00:00.000Z')).toBe('Due (Sydney time)');
  expect(withOfficeZone('Due', undefined)).toBe('Due (Sydney time)');
});
