import { blanksOf, typedOf } from '@muster/domain/values/fields';
import { customerFields } from '@muster/domain/work/customers/fields';
import { expect, test } from 'vitest';
import { abnProblem, contactFormProblem, customerProblem } from './customer-problem.ts';

const ana = { ...typedOf(customerFields, blanksOf(customerFields)), name: 'Ana', phone: '0412 345 678' };

test('an ABN is told what is wrong with it: letters, its length, its check digits', () => {
  expect(abnProblem('51 824 753 556')).toBeUndefined();
  expect(abnProblem('')).toBeUndefined();
  expect(abnProblem('51 824 753')).toBe('An ABN has 11 digits. This has 8.');
  expect(abnProblem('ABN 51')).toBe('An ABN only has digits.');
  expect(abnProblem('51 824 753 557')).toMatch(/isn’t a valid ABN/);
});

test('a customer needs a name', () => {
  expect(customerProblem({ ...ana, name: ' ' })).toEqual({
    field: 'name',
    text: 'A customer needs a name.',
  });
});

test('a phone or mail that is none is refused at its field, of a customer and of a contact', () => {
  for (const problem of [customerProblem, contactFormProblem]) {
    expect(problem(ana)).toBeUndefined();
    expect(problem({ ...ana, phone: '++' })).toMatchObject({ field: 'phone' });
    expect(problem({ ...ana, email: 'x' })).toMatchObject({ field: 'email' });
  }
});
