import { expect, test } from 'vitest';
import type { ChangeKind } from './kinds.ts';
import { undoProblem } from './rules.ts';

const now = new Date('2026-11-16T00:00:00Z');

test('what has an inverse can be undone for thirty days', () => {
  const change = (at: string) => ({ kind: 'technician edited' as const, at: new Date(at) });
  expect(undoProblem(change('2026-10-17T00:00:00Z'), now)).toBeUndefined();
  expect(undoProblem(change('2026-10-16T23:59:59Z'), now)).toBe('too old');
});

test.each<ChangeKind>([
  'team role changed',
  'licences changed',
  'api key revoked',
  'webhook added',
  'scenario added',
  'scenario discarded',
  'file added',
  'customer told',
  'erasure of a customer',
])('%s has none', (kind) => expect(undoProblem({ kind, at: now }, now)).toBe('no inverse'));

test('what looks alike may be undone: the table says so, and not the words', () => {
  const kinds: ChangeKind[] = [
    'file deleted',
    'scenario renamed',
    'scenario taken over',
    'customer edited',
    'undo',
  ];
  for (const kind of kinds) expect(undoProblem({ kind, at: now }, now)).toBeUndefined();
});

test('what only a newer server knows is not undone by an older one', () =>
  expect(undoProblem({ kind: 'roof painted' as ChangeKind, at: now }, now)).toBe('no inverse'));
