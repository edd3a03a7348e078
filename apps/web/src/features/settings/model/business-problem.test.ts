import { expect, test } from 'vitest';
import { abnWords, businessProblem } from './business-problem.ts';

const business = { name: 'Harbour City Plumbing', abn: null, working_week: [] };

test('an ABN is right with its check digits, however it is spaced, or missing', () => {
  expect(businessProblem(business)).toBeUndefined();
  expect(businessProblem({ ...business, abn: '51 824 753 556' })).toBeUndefined();
  expect(businessProblem({ ...business, abn: '51824753557' })).toMatchObject({
    field: 'abn',
    text: expect.stringContaining('check digits'),
  });
});

test('a business has a name', () => {
  expect(businessProblem({ ...business, name: '  ' })).toEqual({
    field: 'name',
    text: 'A business needs a name.',
  });
});

test('an ABN is shown as it is printed, and as it is typed until it is whole', () => {
  expect(abnWords('51824753556')).toBe('51 824 753 556');
  expect(abnWords('51 82')).toBe('51 82');
  expect(abnWords(null)).toBe('');
});
