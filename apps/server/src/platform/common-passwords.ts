import { dictionary } from '@zxcvbn-ts/language-common';

/** Made when it is first needed: a server that nobody chooses a password on is up sooner. */
let common: ReadonlySet<string> | undefined;

export const COMMON_PASSWORD =
  'This password is one of the first that anybody would try. Please choose another.';

/** Whether it is one of the fifty thousand that people choose most, in whatever case it is written. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionary['passwords-common']);
  return common.has(password.normalize('NFC').toLowerCase());
}
