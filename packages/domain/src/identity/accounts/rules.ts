import { isEmail } from '../../values/email.ts';
import { isOneLine } from '../../values/one-line.ts';
import { isAustralianPhone, isForeignPhone, PHONE_LENGTH } from '../../values/phone.ts';

export const PASSWORD_MIN_LENGTH = 8;

/** Held by the form until the plans have been loaded. */
export const DEFAULT_PLAN_CODE = 'solo';

/** What a person fills in to register, by the names that cross the wire, in the order of the form. */
export const registrationFields = [
  'first_name',
  'last_name',
  'phone',
  'email',
  'password',
  'password_confirmation',
] as const;

export type RegistrationField = (typeof registrationFields)[number];
export type RegistrationInput = Readonly<Record<RegistrationField, string>>;

export interface RegistrationProblem {
  field: RegistrationField;
  /** What to do, in words for a person. */
  message: string;
}

interface Rule<Input> {
  isValid: (input: Input) => boolean;
  message: string;
}

/** What a person chooses twice, at registration and whenever they want another one. */
export type NewPassword = Pick<RegistrationInput, 'password' | 'password_confirmation'>;

export interface NewPasswordProblem {
  field: keyof NewPassword;
  message: string;
}

const passwordRules: Record<keyof NewPassword, Rule<NewPassword>> = {
  password: {
    isValid: (input) => input.password.length >= PASSWORD_MIN_LENGTH,
    message: `Enter a password of at least ${PASSWORD_MIN_LENGTH} characters.`,
  },
  password_confirmation: {
    // Two empty ones are equal too, but nobody has confirmed anything.
    isValid: ({ password, password_confirmation }) =>
      password_confirmation !== '' && password_confirmation === password,
    message: 'Enter the same password again.',
  },
};

const rules: Record<RegistrationField, Rule<RegistrationInput>> = {
  first_name: { isValid: (input) => input.first_name.trim() !== '', message: 'Enter your first name.' },
  last_name: { isValid: (input) => input.last_name.trim() !== '', message: 'Enter your last name.' },
  phone: {
    isValid: (input) => input.phone.length === PHONE_LENGTH,
    message: 'Enter a mobile or 1300/1800 number, like 0412 345 678.',
  },
  email: {
    isValid: (input) => isEmail(input.email),
    message:
      'Enter an email address like name@example.com: no plus sign, and two or three letters at the end.',
  },
  ...passwordRules,
};

/** The specification's rule for one field, as it decides the icon in the form. */
export function isValidRegistrationField(field: RegistrationField, input: RegistrationInput): boolean {
  return rules[field].isValid(input);
}

export function registrationMessage(field: RegistrationField): string {
  return rules[field].message;
}

/** The same rules as at registration. Too short is said first: the confirmation of it does not matter yet. */
export function newPasswordProblem(entered: NewPassword): NewPasswordProblem | undefined {
  const field = (['password', 'password_confirmation'] as const).find(
    (field) => !passwordRules[field].isValid(entered),
  );
  return field && { field, message: registrationMessage(field) };
}

/** Everything the form would mark as invalid, in the order of its fields. */
export function registrationProblems(input: RegistrationInput): RegistrationProblem[] {
  return registrationFields
    .filter((field) => !isValidRegistrationField(field, input))
    .map((field) => ({ field, message: registrationMessage(field) }));
}

/** What the server refuses: the same, twelve characters that are no phone number anywhere, and names that are more than a name. */
export function refusedRegistration(input: RegistrationInput): RegistrationProblem[] {
  const problems = [...registrationProblems(input), ...brokenNames(input)];
  const isPhone = isAustralianPhone(input.phone) || isForeignPhone(input.phone);
  if (isPhone || problems.some(({ field }) => field === 'phone')) return problems;
  return [...problems, { field: 'phone', message: registrationMessage('phone') }];
}

/** A page cannot send such a name: its fields have one line. */
export function brokenNames(
  input: Pick<RegistrationInput, 'first_name' | 'last_name'>,
): RegistrationProblem[] {
  return (['first_name', 'last_name'] as const)
    .filter((field) => !isOneLine(input[field]))
    .map((field) => ({ field, message: 'Enter your name on one line.' }));
}
