import { expect, test } from 'vitest';
import { firstOpenStep, isNamed } from './steps.ts';

const nothing = {
  set_up_at: null,
  technicians: 0,
  customers: 0,
  jobs: 0,
  samples: 0,
  free_licences: 5,
};

test('the steps follow one another until there is a job to plan', () => {
  expect(firstOpenStep(nothing, true)).toBe('business');
  expect(firstOpenStep(nothing, false)).toBe('technician');
  const known = { ...nothing, set_up_at: '2026-11-16T00:00:00Z' };
  expect(firstOpenStep(known, true)).toBe('technician');
  expect(firstOpenStep({ ...known, technicians: 2 }, true)).toBe('customer');
  expect(firstOpenStep({ ...known, technicians: 2, customers: 1 }, true)).toBe('job');
  expect(firstOpenStep({ ...known, technicians: 2, customers: 1, jobs: 1 }, true)).toBeUndefined();
});

test('the name of whoever registered is not yet that of a business, unless they say so', () => {
  const nina = { first_name: 'Nina', last_name: 'Park' };
  expect(isNamed(nothing, 'Nina Park', nina)).toBe(false);
  expect(isNamed(nothing, 'Park Plumbing', nina)).toBe(true);
  expect(isNamed({ ...nothing, set_up_at: '2026-11-16T00:00:00Z' }, 'Nina Park', nina)).toBe(true);
});
