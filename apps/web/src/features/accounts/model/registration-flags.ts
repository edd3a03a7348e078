import { isValidRegistrationField, registrationFields } from '@muster/domain/accounts/rules';
import type { RegistrationField, RegistrationInput } from '@muster/domain/accounts/rules';

type Flag = 'unknown' | 'invalid' | 'valid';

/** What is known about each field: nothing, until something was entered into it. */
export type Flags = Readonly<Record<RegistrationField, Flag>>;

export const unknownFlags: Flags = {
  first_name: 'unknown',
  last_name: 'unknown',
  phone: 'unknown',
  email: 'unknown',
  password: 'unknown',
  password_confirmation: 'unknown',
};

/** The flags after these fields were entered; a confirmation that was given is judged again by each new password. */
export function judge(flags: Flags, input: RegistrationInput, entered: readonly RegistrationField[]): Flags {
  const isDue = (field: RegistrationField) =>
    entered.includes(field) ||
    (field === 'password_confirmation' && flags[field] !== 'unknown' && entered.includes('password'));
  const judged = registrationFields
    .filter(isDue)
    .map((field) => [field, isValidRegistrationField(field, input) ? 'valid' : 'invalid'] as const);
  return { ...flags, ...Object.fromEntries(judged) };
}

/** What has been filled in, by whoever did it: a person, the browser, or somebody quicker than this script. */
export function filledIn(input: RegistrationInput): RegistrationField[] {
  return registrationFields.filter((field) => input[field] !== '');
}

export function firstInvalid(flags: Flags): RegistrationField | undefined {
  return registrationFields.find((field) => flags[field] !== 'valid');
}

export function isComplete(input: RegistrationInput): boolean {
  return filledIn(input).length === registrationFields.length;
}
