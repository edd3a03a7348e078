import { expect, test } from 'vitest';
import {
  filledIn,
  isComplete,
  judge,
  judgeAll,
  nothingEntered,
  obstacle,
  unknownFlags,
} from './form-flags.ts';
import type { FormRules } from './form-flags.ts';

type Field = 'email' | 'password' | 'again' | 'licences' | 'notes';

const rules: FormRules<Field> = {
  fields: ['email', 'password', 'again', 'licences', 'notes'],
  isValid: (field, entered) =>
    ({
      email: entered.email.includes('@'),
      password: entered.password.length >= 8,
      again: entered.again === entered.password,
      licences: Number(entered.licences) > 0,
      notes: true,
    })[field],
  follows: { again: 'password' },
  checked: ['email', 'password', 'again', 'notes'],
  leftAlone: ['notes'],
};
const unknown = unknownFlags(rules);
const empty = nothingEntered(rules);
const full = {
  email: 'olivia@example.com',
  password: 'long enough',
  again: 'long enough',
  licences: '3',
  notes: 'None.',
};

test('only what was entered is judged', () => {
  const flags = judge(rules, unknown, { ...empty, email: 'olivia' }, ['email']);
  expect(flags).toEqual({
    email: 'invalid',
    password: 'unknown',
    again: 'unknown',
    licences: 'unknown',
    notes: 'unknown',
  });
  expect(judge(rules, flags, { ...empty, email: 'olivia@example.com' }, ['email']).email).toBe('valid');
});

test('a field that follows another is judged again with it, once there is something to judge', () => {
  const first = judge(rules, unknown, { ...full, again: '' }, ['password']);
  expect(first.again).toBe('unknown');
  const confirmed = judge(rules, first, full, ['again']);
  expect(confirmed.again).toBe('valid');
  expect(judge(rules, confirmed, { ...full, password: 'another one' }, ['password'])).toMatchObject({
    password: 'valid',
    again: 'invalid',
  });
});

test('sending judges every field but those that are left alone', () => {
  expect(judgeAll(rules, unknown, empty)).toEqual({
    email: 'invalid',
    password: 'invalid',
    again: 'valid',
    licences: 'invalid',
    notes: 'unknown',
  });
});

test('the obstacle is the first field in the order of the form that is checked and not valid', () => {
  expect(obstacle(rules, unknown)).toBe('email');
  const flags = judgeAll(rules, unknown, { ...full, again: 'something else', licences: '0' });
  expect(obstacle(rules, flags)).toBe('again');
  const noLicences = judgeAll(rules, flags, { ...full, licences: '0' });
  expect(noLicences.licences).toBe('invalid');
  expect(obstacle(rules, noLicences)).toBe('notes');
  expect(obstacle(rules, judge(rules, noLicences, full, ['notes']))).toBeUndefined();
});

test('a form is complete when every field has something in it', () => {
  expect(isComplete(rules, full)).toBe(true);
  expect(isComplete(rules, { ...full, licences: '' })).toBe(false);
  expect(filledIn(rules, { ...empty, email: 'o', password: ' ' })).toEqual(['email', 'password']);
});
