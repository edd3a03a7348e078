import {
  type NewPassword,
  newPasswordProblem,
  PASSWORD_MIN_LENGTH,
} from '@muster/domain/identity/accounts/rules';
import { PasswordField } from '@muster/ui/password-field';
import { type ChangeEvent, useState } from 'react';
import { PasswordStrength } from './password-strength.tsx';
import type { useCall } from './use-call.ts';
import { formText } from '../../../../lib/forms/form-text.ts';

interface NewPasswordFieldsProps {
  fields: ReturnType<typeof useNewPassword>;
  readOnly: boolean;
}

export function NewPasswordFields({ fields: { problems, typed, change }, readOnly }: NewPasswordFieldsProps) {
  const shared = { autoComplete: 'new-password', required: true, readOnly, onChange: change } as const;
  return (
    <>
      <PasswordField
        {...shared}
        label="New password"
        name="password"
        hint={
          typed === '' ? `At least ${PASSWORD_MIN_LENGTH} characters.` : <PasswordStrength password={typed} />
        }
        state={problems.password ? 'invalid' : 'unknown'}
        error={problems.password}
      />
      <PasswordField
        {...shared}
        label="Confirm new password"
        name="password_confirmation"
        state={problems.password_confirmation ? 'invalid' : 'unknown'}
        error={problems.password_confirmation}
      />
    </>
  );
}

/** What to say under each field; nothing where there is nothing to say. */
type Problems = { readonly [Field in keyof NewPassword]?: string | undefined };
const noProblems: Problems = {};

/** The two fields of a new password: reads them from a form, and points at the one that needs another look, before the call or after it. */
export function useNewPassword({
  problemAt,
  forget,
}: Pick<ReturnType<typeof useCall>, 'problemAt' | 'forget'>) {
  const [found, setProblems] = useState(noProblems);
  const [typed, setTyped] = useState('');

  function read(form: HTMLFormElement): NewPassword | undefined {
    const values = new FormData(form);
    const entered = {
      password: formText(values, 'password'),
      password_confirmation: formText(values, 'password_confirmation'),
    };
    const found = newPasswordProblem(entered);
    setProblems(found ? { [found.field]: found.message } : noProblems);
    if (!found) return entered;
    form.querySelector<HTMLInputElement>(`[name=${found.field}]`)?.focus();
    return undefined;
  }

  /** Something was typed into one of them. */
  function change({ currentTarget: { name, value } }: ChangeEvent<HTMLInputElement>) {
    setProblems(noProblems);
    forget(name);
    if (name === 'password') setTyped(value);
  }

  const problems: Problems = {
    password: found.password ?? problemAt('password'),
    password_confirmation: found.password_confirmation ?? problemAt('password_confirmation'),
  };
  return { problems, typed, read, change, clear: () => setTyped('') };
}
