import { useState } from 'react';
import type { ChangeEvent } from 'react';
import { formText } from '../../../lib/form-text.ts';
import { newPasswordProblems, noProblems } from '../model/new-password.ts';
import type { NewPassword } from '../model/new-password.ts';

/** The two fields of a new password: reads them from a form, and points at the one that needs another look. */
export function useNewPassword() {
  const [problems, setProblems] = useState(noProblems);
  const [typed, setTyped] = useState('');

  function read(form: HTMLFormElement): NewPassword | undefined {
    const values = new FormData(form);
    const entered = {
      password: formText(values, 'password'),
      password_confirmation: formText(values, 'password_confirmation'),
    };
    const found = newPasswordProblems(entered);
    setProblems(found);
    const wrong = found.password ? 'password' : found.password_confirmation && 'password_confirmation';
    if (wrong === undefined) return entered;
    form.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
    return undefined;
  }

  /** Something was typed into one of them. */
  function change({ currentTarget: { name, value } }: ChangeEvent<HTMLInputElement>) {
    setProblems(noProblems);
    if (name === 'password') setTyped(value);
  }

  return { problems, typed, read, change, clear: () => setTyped('') };
}
