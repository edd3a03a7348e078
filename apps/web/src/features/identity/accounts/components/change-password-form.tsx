import type { NewPassword } from '@muster/domain/identity/accounts/rules';
import { PasswordField } from '@muster/ui/password-field';
import { type FormEvent, useRef, useState } from 'react';
import { formText } from '../../../../lib/forms/form-text.ts';
import { SubmitButton } from '../../../../lib/forms/submit-button.tsx';
import { NewPasswordFields, useNewPassword } from './new-password-fields.tsx';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { useCall } from './use-call.ts';
import { HiddenUsername } from './username.tsx';
import './change-password-form.css';

interface ChangePasswordFormProps {
  email: string;
  change: (body: NewPassword & { current_password: string }) => Promise<unknown>;
  onChanged: () => void;
}

export function ChangePasswordForm({ email, change, onChanged }: ChangePasswordFormProps) {
  const [isMissing, setMissing] = useState(false);
  const call = useCall();
  const fields = useNewPassword(call);
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const current = formText(new FormData(event.currentTarget), 'current_password');
    const entered = fields.read(event.currentTarget);
    setMissing(current === '');
    if (current === '') focus();
    if (current === '' || entered === undefined) return;
    const { isDone, field } = await call.run(async () => {
      await change({ current_password: current, ...entered });
    });
    if (!isDone) {
      focus(field);
      return;
    }
    form.current?.reset();
    fields.clear();
    onChanged();
  }

  function focus(name = 'current_password') {
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  }

  const problem = isMissing ? 'Enter the password you have now.' : call.problemAt('current_password');
  return (
    <form
      ref={form}
      className="change-password"
      method="dialog"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <HiddenUsername email={email} />
      <PasswordField
        label="Current password"
        name="current_password"
        autoComplete="current-password"
        required
        readOnly={call.isRunning}
        state={problem ? 'invalid' : 'unknown'}
        error={problem}
        onChange={() => {
          setMissing(false);
          call.forget('current_password');
        }}
      />
      <NewPasswordFields fields={fields} readOnly={call.isRunning} />
      <SubmitButton label="Change password" running="Changing…" isRunning={call.isRunning} left={call.left} />
      <Refusal text={call.refusal} />
    </form>
  );
}
