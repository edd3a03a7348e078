import { PasswordField } from '@muster/ui/password-field';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { formText } from '../../../lib/form-text.ts';
import { leaving } from '../../../lib/leaving.ts';
import { SubmitButton } from '../../../lib/submit-button.tsx';
import { activate } from '../api.ts';
import { linkStateOf } from '../model/link-state.ts';
import type { LinkState } from '../model/link-state.ts';
import { Refusal } from '../../../lib/refusal.tsx';
import { useCall } from './use-call.ts';
import { Username } from './username.tsx';

const missing = 'Enter the password you chose when you registered.';

interface ActivationFormProps {
  token: string;
  /** This is not the browser that registered. */
  asksPassword: boolean;
  email: string | null;
  onActivated: () => void;
  /** The link turned out to be in another state than it was when the page looked. */
  onState: (state: LinkState) => void;
}

export function ActivationForm({ token, asksPassword, email, onActivated, onState }: ActivationFormProps) {
  const [isMissing, setMissing] = useState(false);
  const call = useCall();
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = formText(new FormData(event.currentTarget), 'password');
    setMissing(asksPassword && password === '');
    if (!asksPassword || password !== '') await call.run(() => send(password));
    form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
  }

  async function send(password: string): Promise<void> {
    try {
      await activate(asksPassword ? { token, password } : { token });
    } catch (error) {
      const state = linkStateOf(error);
      if (state === undefined || (state === 'password' && asksPassword)) throw error;
      onState(state);
      return;
    }
    onActivated();
    await leaving();
  }

  const problem = isMissing ? missing : call.problemAt('password');
  return (
    <form ref={form} method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      {asksPassword && (
        <>
          <Username masked={email} />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            readOnly={call.isRunning}
            state={problem ? 'invalid' : 'unknown'}
            error={problem}
            onChange={() => {
              setMissing(false);
              call.forget('password');
            }}
          />
        </>
      )}
      <SubmitButton
        label="Activate and sign in"
        running="Activating…"
        isRunning={call.isRunning}
        left={call.left}
      />
      <Refusal text={call.refusal} />
    </form>
  );
}
