import { expect, test } from 'vitest';
import { contactProblem, contactProblems, storedContact, storedPhone } from './contact-data.ts';

test.each([
  '',
  '  ',
  '0412 345 678',
  '(02) 9876-5432',
  '02 9876 5432 ext 12',
  '9876 5432 x4',
  '13 12 34',
  '+64 21 123 4567',
  '+61 (0)412 345 678',
])('%j is taken for a phone number', (phone) => {
  expect(contactProblem({ phone })).toBeUndefined();
});

test.each(['++', 'abc', '12345', '1 ext 234567', 'call Bob', '0412 345 678 or 0413 345 678', 'ext 12'])(
  '%j is no phone number',
  (phone) => {
    expect(contactProblem({ phone })).toEqual({
      field: 'phone',
      text: `“${phone}” isn’t a phone number. Enter digits, like 0412 345 678.`,
    });
  },
);

test.each(['', 'a@b.example', 'first+last@clean.online', "o'brien@example.com.au", ' A@B.example '])(
  '%j is taken for an e-mail address',
  (email) => {
    expect(contactProblem({ email })).toBeUndefined();
  },
);

test.each(['x', 'a@b', '@b.example', 'a@b..example', 'a b@c.example', 'a@b@c.example', 'a@.example'])(
  '%j is no e-mail address',
  (email) => {
    expect(contactProblem({ email })).toEqual({
      field: 'email',
      text: `“${email}” isn’t an email address. Enter one like ana@example.com.`,
    });
  },
);

test('both are told, and what was not said is not wrong', () => {
  expect(contactProblems({ phone: '1', email: 'x' }).map(({ field }) => field)).toEqual(['phone', 'email']);
  expect(contactProblems({})).toEqual([]);
});

test.each([
  ['0412345678', '0412 345 678'],
  [' 0412-345-678 ', '0412 345 678'],
  ['+61 412 345 678', '0412 345 678'],
  ['+61 (0)412 345 678', '0412 345 678'],
  ['0011 61 412 345 678', '0412 345 678'],
  ['61412345678', '0412 345 678'],
  ['(02) 9876 5432', '02 9876 5432'],
  ['0298765432 ext. 12', '02 9876 5432 ext. 12'],
  ['1300123456', '1300 123 456'],
  ['+61 1300 123 456', '1300 123 456'],
  ['131 234', '13 12 34'],
  ['+64  21 123 4567', '+64 21 123 4567'],
  ['9876 5432', '9876 5432'],
  ['6113 1234', '6113 1234'],
  ['', ''],
])('%j is stored as %j, and that as it is', (typed, stored) => {
  expect(storedPhone(typed)).toBe(stored);
  expect(storedPhone(stored)).toBe(stored);
});

test('what was not said is not stored, and the rest stays', () => {
  expect(storedContact({ name: 'Ana', email: ' A@B.example' })).toEqual({
    name: 'Ana',
    email: 'a@b.example',
  });
  expect(Object.keys(storedContact({ phone: '' }))).toEqual(['phone']);
});
