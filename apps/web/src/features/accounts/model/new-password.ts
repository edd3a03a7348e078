import { PASSWORD_MIN_LENGTH, registrationMessage } from '@muster/domain/accounts/rules';

export interface NewPassword {
  password: string;
  password_confirmation: string;
}

/** What to say under each field; undefined where there is nothing to say. */
export type NewPasswordProblems = { readonly [Field in keyof NewPassword]: string | undefined };

export const noProblems: NewPasswordProblems = { password: undefined, password_confirmation: undefined };

/** The same rules as at registration. Too short is said first: the confirmation of it does not matter yet. */
export function newPasswordProblems(entered: NewPassword): NewPasswordProblems {
  if (entered.password.length < PASSWORD_MIN_LENGTH)
    return { ...noProblems, password: registrationMessage('password') };
  if (entered.password_confirmation !== entered.password)
    return { ...noProblems, password_confirmation: registrationMessage('password_confirmation') };
  return noProblems;
}
