import { type FormEvent, useRef } from 'react';
import { SubmitButton } from '../../../../lib/forms/submit-button.tsx';
import { type ResetLink, resetPassword } from '../api.ts';
import { linkStateOf } from '../model/link.ts';
import { NewPasswordFields, useNewPassword } from './new-password-fields.tsx';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { useCall } from './use-call.ts';
import { Username } from './username.tsx';

interface ResetFormProps {
  /** Undefined only before the script has looked for it. */
  token: string | undefined;
  email: string | null;
  onDone: () => void;
  /** The link turned out to be in another state than it was when the page looked. */
  onState: (state: ResetLink['state']) => void;
}

export function ResetForm({ token, email, onDone, onState }: ResetFormProps) {
  const call = useCall();
  const fields = useNewPassword(call);
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entered = fields.read(event.currentTarget);
    if (entered === undefined || token === undefined) return;
    const { isDone, field = 'password' } = await call.run(async () => {
      try {
        await resetPassword({ token, ...entered });
      } catch (error) {
        const state = linkStateOf(error);
        if (state === undefined || state === 'ready' || state === 'password') throw error;
        onState(state);
        return;
      }
      onDone();
    });
    if (!isDone) form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
  }

  return (
    <form ref={form} method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <Username masked={email} />
      <NewPasswordFields fields={fields} readOnly={call.isRunning} />
      <noscript>
        <p>You need JavaScript to choose a password. Turn it on and reload this page.</p>
      </noscript>
      <SubmitButton label="Set new password" running="Setting…" isRunning={call.isRunning} left={call.left} />
      <Refusal text={call.refusal} />
    </form>
  );
}
