import { expect, test } from 'vitest';
import { registrationFields } from '@muster/domain/accounts/rules';
import { filledIn, firstInvalid, isComplete, judge, unknownFlags } from './registration-flags.ts';

const empty = {
  first_name: '',
  last_name: '',
  phone: '',
  email: '',
  password: '',
  password_confirmation: '',
};
const full = {
  first_name: 'Olivia',
  last_name: 'Owner',
  phone: '0412 345 678',
  email: 'olivia@example.com',
  password: 'long enough',
  password_confirmation: 'long enough',
};

test('only what was entered is judged', () => {
  const flags = judge(unknownFlags, { ...empty, email: 'olivia' }, ['email']);
  expect(flags).toEqual({ ...unknownFlags, email: 'invalid' });
  expect(judge(flags, { ...empty, email: 'olivia@example.com' }, ['email']).email).toBe('valid');
});

test('another password judges the confirmation again, once there is one', () => {
  const first = judge(unknownFlags, { ...full, password_confirmation: '' }, ['password']);
  expect(first.password_confirmation).toBe('unknown');
  const confirmed = judge(first, full, ['password_confirmation']);
  expect(confirmed.password_confirmation).toBe('valid');
  expect(judge(confirmed, { ...full, password: 'another one' }, ['password'])).toMatchObject({
    password: 'valid',
    password_confirmation: 'invalid',
  });
});

test('the first field that is not valid is found in the order of the form', () => {
  expect(firstInvalid(unknownFlags)).toBe('first_name');
  const flags = judge(unknownFlags, { ...full, phone: '0412', email: '' }, registrationFields);
  expect(firstInvalid(flags)).toBe('phone');
  expect(firstInvalid(judge(flags, full, registrationFields))).toBeUndefined();
});

test('a form is complete when every field has something in it', () => {
  expect(isComplete(full)).toBe(true);
  expect(isComplete({ ...full, phone: '' })).toBe(false);
  expect(filledIn({ ...empty, phone: '04', password: ' ' })).toEqual(['phone', 'password']);
});
