import { expect, test } from 'vitest';
import { abnWords, businessProblem } from './business-problem.ts';

const business = {
  name: 'Harbour City Plumbing',
  abn: null,
  trade_licence: '',
  colour: null,
  email: '',
  working_week: [],
};

test('an ABN is right with its check digits, however it is spaced, or missing', () => {
  expect(businessProblem(business)).toBeUndefined();
  expect(businessProblem({ ...business, abn: '51 824 753 556' })).toBeUndefined();
  expect(businessProblem({ ...business, abn: '51824753557' })).toMatchObject({
    field: 'abn',
    text: expect.stringContaining('valid ABN'),
  });
});

test('an address for answers is one, or missing', () => {
  expect(businessProblem({ ...business, email: ' Office@example.com' })).toBeUndefined();
  expect(businessProblem({ ...business, email: 'office' })).toEqual({
    field: 'email',
    text: 'Enter an email address like name@example.com.',
  });
});

test('a colour is whole, and licence numbers are no place for an address', () => {
  expect(
    businessProblem({ ...business, colour: '#0f766e', trade_licence: 'NSW 123456C, L-99' }),
  ).toBeUndefined();
  expect(businessProblem({ ...business, colour: '#0f7' })).toMatchObject({ field: 'colour' });
  expect(businessProblem({ ...business, trade_licence: 'www.example.com' })).toMatchObject({
    field: 'trade_licence',
  });
});

test('a business has a name', () => {
  expect(businessProblem({ ...business, name: '  ' })).toEqual({
    field: 'name',
    text: 'Enter the business name.',
  });
});

test('an ABN is shown as it is printed, and as it is typed until it is whole', () => {
  expect(abnWords('51824753556')).toBe('51 824 753 556');
  expect(abnWords('51 82')).toBe('51 82');
  expect(abnWords(null)).toBe('');
});
