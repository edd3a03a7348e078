import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each(['', 'password', '12345678', 'aaaaaaaaaaaaaaaaaaaa', 'abcdefghijklmnopqrst', 'abcabcabcabcabcabc'])(
  '%j is weak',
  (password) => {
    expect(passwordStrength(password)).toBe('weak');
  },
);

test.each(['Kq7!xw2v', 'tractor82'])('%j is fair', (password) => {
  expect(passwordStrength(password)).toBe('fair');
});

test.each(['ladder copper magpie noon', 'Kq7!xw2v9$Lm'])('%j is strong', (password) => {
  expect(passwordStrength(password)).toBe('strong');
});
