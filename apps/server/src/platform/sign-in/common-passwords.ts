import { dictionary } from '@zxcvbn-ts/language-common';

const common = new Set(dictionary['passwords-common']);

export const COMMON_PASSWORD =
  'This password is one of the first that anybody would try. Please choose another.';

/** Whether it is one of the fifty thousand that people choose most, in whatever case it is written. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize('NFC').toLowerCase());
}
