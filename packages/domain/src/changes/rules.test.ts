import { expect, test } from 'vitest';
import { undoProblem } from './rules.ts';

const now = new Date('2026-11-16T00:00:00Z');

test('what has an inverse can be undone for thirty days', () => {
  const change = (at: string) => ({ kind: 'technician edited', at: new Date(at) });
  expect(undoProblem(change('2026-10-17T00:00:00Z'), now)).toBeUndefined();
  expect(undoProblem(change('2026-10-16T23:59:59Z'), now)).toBe('too old');
});

test.each([
  'team role changed',
  'licences changed',
  'api key revoked',
  'webhook added',
  'scenario discarded',
  'erasure of a customer',
])('%s has none', (kind) => expect(undoProblem({ kind, at: now }, now)).toBe('no inverse'));
