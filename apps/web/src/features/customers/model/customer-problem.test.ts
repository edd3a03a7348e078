import { expect, test } from 'vitest';
import { abnProblem, abnWords, customerProblem } from './customer-problem.ts';

test('an ABN is told what is wrong with it: letters, its length, its check digits', () => {
  expect(abnProblem('51 824 753 556')).toBeUndefined();
  expect(abnProblem('')).toBeUndefined();
  expect(abnProblem('51 824 753')).toBe('An ABN has 11 digits, and this has 8.');
  expect(abnProblem('ABN 51')).toBe('An ABN has digits alone.');
  expect(abnProblem('51 824 753 557')).toMatch(/check digits do not fit/);
  expect(abnWords('51824753556')).toBe('51 824 753 556');
});

test('a customer needs a name', () => {
  expect(customerProblem({ name: ' ', abn: null })).toEqual({
    field: 'name',
    text: 'A customer needs a name.',
  });
});
