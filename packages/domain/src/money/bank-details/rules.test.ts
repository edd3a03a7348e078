import { expect, test } from 'vitest';
import { bankAccountProblem, maskedBankAccount, noBankAccount, storedBankAccount } from './rules.ts';

const account = {
  ...noBankAccount,
  account_name: 'Bright Sparks',
  bsb: '062-000',
  account_number: '12345678',
};

test.each([
  ['062000', '062-000'],
  ['062 000', '062-000'],
  ['06 20 00', '062-000'],
  ['０６２－０００', '062-000'],
  ['06200', '06200'],
])('a BSB typed as %s is kept as %s', (bsb, kept) => {
  expect(storedBankAccount({ ...account, bsb }).bsb).toBe(kept);
});

test('an account number is kept without what stands between its digits, of whatever width', () => {
  expect(storedBankAccount({ ...account, account_number: '１２３４-56 78' })).toEqual(account);
});

test.each([
  ['0412345678', '0412 345 678'],
  ['+61 412 345 678', '0412 345 678'],
  ['(02) 9374 4000', '02 9374 4000'],
  ['51824753556', '51 824 753 556'],
  [' Pay@Example.COM ', 'pay@example.com'],
])('a PayID typed as %s is kept as %s, and can be paid to', (payid, kept) => {
  const stored = storedBankAccount({ ...noBankAccount, payid });
  expect(stored.payid).toBe(kept);
  expect(bankAccountProblem(stored)).toBeUndefined();
});

test.each([
  ['account_name', { account_name: ' ' }],
  ['bsb', { bsb: '06200' }],
  ['bsb', { bsb: '' }],
  ['account_number', { account_number: '12a4' }],
  ['account_number', { account_number: '12345678901' }],
  ['payid', { payid: '51 824 753 557' }],
  ['payid', { payid: '1300 975 707' }],
  ['payid', { payid: 'bright sparks' }],
])('a wrong %s is named: %j', (field, typed) => {
  expect(bankAccountProblem(storedBankAccount({ ...account, ...typed }))?.field).toBe(field);
});

test('nothing at all, an account alone and a PayID alone are fine', () => {
  for (const one of [noBankAccount, account, { ...noBankAccount, payid: 'pay@example.com' }])
    expect(bankAccountProblem(one)).toBeUndefined();
});

test('a mail tells enough of an account to recognise it and not enough to pay to it', () => {
  expect(maskedBankAccount({ ...account, payid: 'pay@example.com' })).toEqual([
    'Bright Sparks, BSB 062-000, account …678',
    'PayID p…@example.com',
  ]);
  expect(maskedBankAccount({ ...noBankAccount, payid: '0412 345 678' })).toEqual(['PayID …678']);
});
