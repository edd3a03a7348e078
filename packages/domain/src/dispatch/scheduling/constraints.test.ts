import { expect, test } from 'vitest';

import type { ByHand } from './constraints.ts';
import { boardConstraints, byHand, hardConstraints, softConstraints } from './constraints.ts';

const rulesThatAre = (answer: ByHand): string[] =>
  [...byHand].flatMap(([name, given]) => (given === answer ? [name] : [])).sort();

test('each rule stands in the table once', () => {
  const names = [...hardConstraints, ...softConstraints, ...boardConstraints].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('overlap, travel, window, shift and absence may be overridden with a reason, and nothing else', () => {
  expect(rulesThatAre('refused without a reason')).toEqual([
    'absence',
    'overlap',
    'shift',
    'travel',
    'window',
  ]);
});

test('skills, tickets, bans, inactive technicians, the past and what has begun are never overridden', () => {
  expect(rulesThatAre('refused')).toEqual(['banned', 'inactive', 'past', 'skill', 'state', 'ticket']);
});
