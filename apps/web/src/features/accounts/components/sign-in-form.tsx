import { Button } from '@muster/ui/button';
import { Field } from '@muster/ui/field';
import { PasswordField } from '@muster/ui/password-field';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { wait } from '../../../lib/format.ts';
import { signIn } from '../api.ts';
import './sign-in-form.css';

interface Missing {
  email: boolean;
  password: boolean;
}

/**
 * The inputs are left to the browser, not held in state: what was typed before this script ran, or filled
 * in by a password manager, is simply there. Outside of a dialog the method of that name sends nothing: without
 * a script a password goes nowhere.
 */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [missing, setMissing] = useState<Missing>({ email: false, password: false });
  const [refusal, setRefusal] = useState<string>();
  const [running, setRunning] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])];
    const isUntouched = document.activeElement === document.body && inputs.every(({ value }) => value === '');
    // On glass the focus would bring up the keyboard, over half of the page.
    if (isUntouched && matchMedia('(pointer: fine)').matches) inputs[0]?.focus();
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (running) return;
    const values = new FormData(event.currentTarget);
    const email = text(values, 'email').trim();
    const password = text(values, 'password');
    setMissing({ email: email === '', password: password === '' });
    setRefusal(undefined);
    if (email === '' || password === '') {
      focus(email === '' ? 'email' : 'password');
      return;
    }
    setRunning(true);
    try {
      await signIn({ email, password });
      onSignedIn();
    } catch (error) {
      setRefusal(inWords(error));
      setRunning(false);
      focus('password');
    }
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
        readOnly={running}
        state={missing.email ? 'invalid' : 'unknown'}
        error="Enter the email address you sign in with."
        onChange={() => setMissing({ ...missing, email: false })}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        readOnly={running}
        state={missing.password ? 'invalid' : 'unknown'}
        error="Enter your password."
        onChange={() => setMissing({ ...missing, password: false })}
      />
      <div role="alert">{refusal && <p className="sign-in__refusal">{refusal}</p>}</div>
      <noscript>
        <p>Signing in needs JavaScript. Please turn it on and reload this page.</p>
      </noscript>
      <Button type="submit" wide busy={running} className="sign-in__button">
        {running ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}

function text(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}

function inWords(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Reload it, then try again.';
  if (error.retryAfter === undefined || error.status !== 429) return error.message;
  return `Too many attempts. Please wait ${wait(error.retryAfter)}, then try again.`;
}
