import { expect, test } from 'vitest';
import {
  isValidRegistrationField,
  newPasswordProblem,
  refusedRegistration,
  registrationProblems,
  type RegistrationField,
  type RegistrationInput,
} from './rules.ts';

const good: RegistrationInput = {
  first_name: 'Olivia',
  last_name: 'Owner',
  phone: '0412 345 678',
  email: 'olivia@example.com',
  password: '12345678',
  password_confirmation: '12345678',
};

test('a registration that keeps every rule has no problem', () => {
  expect(registrationProblems(good)).toEqual([]);
  expect(refusedRegistration(good)).toEqual([]);
});

test.each<[RegistrationField, string]>([
  ['first_name', ''],
  ['first_name', '  '],
  ['last_name', ''],
  ['last_name', '\t'],
  ['phone', '0412 345 67'],
  ['phone', '0412 345 6789'],
  ['email', 'olivia@example'],
  ['password_confirmation', '12345679'],
  ['password_confirmation', ''],
])('%s %j is the one problem, and is said in words', (field, value) => {
  const input = { ...good, [field]: value };
  expect(registrationProblems(input)).toEqual([{ field, message: expect.stringMatching(/^\w.+\.$/) }]);
  expect(refusedRegistration(input)).toEqual(registrationProblems(input));
});

test('seven characters are too short for a password, eight are enough', () => {
  const short = { ...good, password: '1234567', password_confirmation: '1234567' };
  expect(registrationProblems(short).map(({ field }) => field)).toEqual(['password']);
  expect(isValidRegistrationField('password', good)).toBe(true);
});

test('an empty form has every problem, in the order of its fields', () => {
  const empty = {
    first_name: '',
    last_name: '',
    phone: '',
    email: '',
    password: '',
    password_confirmation: '',
  };
  expect(registrationProblems(empty).map(({ field }) => field)).toEqual(Object.keys(empty));
});

test('a number of another country that has the length is taken by both', () => {
  const input = { ...good, phone: '+64211234567' };
  expect(registrationProblems(input)).toEqual([]);
  expect(refusedRegistration(input)).toEqual([]);
});

test('twelve characters that are no phone number pass the form, and not the server', () => {
  const input = { ...good, phone: '041234567890' };
  expect(registrationProblems(input)).toEqual([]);
  expect(refusedRegistration(input)).toEqual([
    { field: 'phone', message: expect.stringContaining('1300/1800') },
  ]);
});

const long = 'wattle-creek';
const short = { field: 'password', message: 'Enter a password of at least 8 characters.' };
const other = { field: 'password_confirmation', message: 'Enter the same password again.' };

test.each([
  [long, long, undefined],
  ['short', 'short', short],
  ['', long, short],
  ['short', 'other', short],
  [long, 'wattle-crook', other],
  [long, '', other],
])('a new password %j, confirmed as %j', (password, confirmation, problem) => {
  expect(newPasswordProblem({ password, password_confirmation: confirmation })).toEqual(problem);
});
