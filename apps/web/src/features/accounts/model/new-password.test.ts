import { expect, test } from 'vitest';
import { newPasswordProblems, noProblems } from './new-password.ts';

const long = 'wattle-creek';

test.each([
  [long, long, noProblems],
  ['short', 'short', { ...noProblems, password: 'Enter a password of at least 8 characters.' }],
  ['', long, { ...noProblems, password: 'Enter a password of at least 8 characters.' }],
  [long, 'wattle-crook', { ...noProblems, password_confirmation: 'Enter the same password again.' }],
])('%j and %j', (password, confirmation, problems) => {
  expect(newPasswordProblems({ password, password_confirmation: confirmation })).toEqual(problems);
});
