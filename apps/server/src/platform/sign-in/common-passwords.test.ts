import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each(['password', 'Password1', '12345678', 'QWERTYUIOP', 'trustno1', 'iloveyou', 'australia'])(
  '%s is one of the first that anybody would try',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test.each(['muster-demo', 'harbour bridge at dawn', 'xK4-trowel-92'])('%s is not', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
