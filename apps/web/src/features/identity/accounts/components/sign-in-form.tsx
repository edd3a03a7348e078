import { codes } from '@muster/domain/values/code';
import { Field } from '@muster/ui/field';
import { PasswordField } from '@muster/ui/password-field';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../../lib/api/api.ts';
import { formText } from '../../../../lib/forms/form-text.ts';
import { leaving } from '../../../../lib/page/page.ts';
import { SubmitButton } from '../../../../lib/forms/submit-button.tsx';
import { signIn } from '../api.ts';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { useCall } from './use-call.ts';

interface SignInFormProps {
  onSignedIn: () => void;
  /** The password is right, and the account waits for the link in the mail. */
  onNotActivated: (email: string) => void;
}

interface Missing {
  email: boolean;
  password: boolean;
}

/**
 * The inputs are left to the browser, not held in state: what was typed before this script ran, or filled
 * in by a password manager, is simply there. Outside of a dialog the method of that name sends nothing: without
 * a script a password goes nowhere.
 */
export function SignInForm({ onSignedIn, onNotActivated }: SignInFormProps) {
  const [missing, setMissing] = useState<Missing>({ email: false, password: false });
  const call = useCall();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])];
    const isUntouched = document.activeElement === document.body && inputs.every(({ value }) => value === '');
    // On glass the focus would bring up the keyboard, over half of the page.
    if (isUntouched && matchMedia('(pointer: fine)').matches) inputs[0]?.focus();
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const email = formText(values, 'email').trim();
    const password = formText(values, 'password');
    setMissing({ email: email === '', password: password === '' });
    if (email === '' || password === '') {
      focus(email === '' ? 'email' : 'password');
      return;
    }
    await call.run(() => send(email, password));
    focus('password');
  }

  async function send(email: string, password: string): Promise<void> {
    try {
      await signIn({ email, password });
      onSignedIn();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== codes.notActivated) throw error;
      onNotActivated(email);
    }
    await leaving();
  }

  function focus(name: string) {
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  }

  return (
    <form ref={form} method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        readOnly={call.isRunning}
        state={missing.email ? 'invalid' : 'unknown'}
        error="Enter the email address you sign in with."
        onChange={() => {
          setMissing({ ...missing, email: false });
          call.reset();
        }}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        readOnly={call.isRunning}
        state={missing.password ? 'invalid' : 'unknown'}
        error="Enter your password."
        onChange={() => setMissing({ ...missing, password: false })}
      />
      <noscript>
        <p>You need JavaScript to sign in. Turn it on and reload this page.</p>
      </noscript>
      <SubmitButton label="Sign in" running="Signing in…" isRunning={call.isRunning} left={call.left} />
      <Refusal text={call.refusal} />
    </form>
  );
}
