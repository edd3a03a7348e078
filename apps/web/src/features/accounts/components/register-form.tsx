import { registrationFields } from '@muster/domain/accounts/rules';
import type { RegistrationField, RegistrationInput } from '@muster/domain/accounts/rules';
import { SUCCESS } from '@muster/domain/values/answer';
import { Overlay } from '@muster/ui/overlay';
import { notify } from '@muster/ui/toast';
import { useEffect, useRef, useState } from 'react';
import type { ChangeEvent, FormEvent } from 'react';
import { asText } from '../../../lib/api.ts';
import { createAttempts } from '../../../lib/attempt.ts';
import { register } from '../api.ts';
import { formText } from '../model/form-text.ts';
import { rememberPendingAddress } from '../model/pending-address.ts';
import { filledIn, firstInvalid, isComplete, judge, unknownFlags } from '../model/registration-flags.ts';
import { RegisterFields } from './register-fields.tsx';
import { SubmitButton } from './submit-button.tsx';
import './notice.css';
import './register-form.css';

/** The specification's words, §2 and §8. */
const setUp = 'Setting up your new profile. This may take a while, please wait...';
const created = 'Successfully Created. Please check your email and activate your account!';
const incomplete = 'Please fill all the fields!';
const unexplained = 'Internal Server Error. Please contact the admins.';

/**
 * The inputs are left to the browser, not held in state: what was typed before this script ran is simply there. Outside of
 * a dialog the method of that name sends nothing: without a script a password goes nowhere.
 */
export function RegisterForm({ planCode }: { planCode: string }) {
  const [flags, setFlags] = useState(unknownFlags);
  const [password, setPassword] = useState('');
  const [isRunning, setRunning] = useState(false);
  const [mailedTo, setMailedTo] = useState<string>();
  const [attempts] = useState(createAttempts);
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);

  useEffect(() => {
    const input = read(form.current!);
    setPassword(input.password);
    setFlags((flags) => judge(flags, input, filledIn(input)));
  }, []);

  function entered(field: RegistrationField) {
    const input = read(form.current!);
    setPassword(input.password);
    setFlags((flags) => judge(flags, input, [field]));
  }

  function change(event: ChangeEvent<HTMLFormElement>) {
    const { name } = event.target as unknown as HTMLInputElement;
    const field = registrationFields.find((field) => field === name);
    if (field) entered(field);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Not the state, which a second press in the same moment would not see.
    if (isSending.current) return;
    const input = read(event.currentTarget);
    const judged = judge(flags, input, registrationFields);
    setFlags(judged);
    const wrong = firstInvalid(judged);
    if (wrong) {
      if (!isComplete(input)) notify({ level: 'error', text: incomplete });
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
      return;
    }
    isSending.current = true;
    setRunning(true);
    try {
      await send(input);
    } catch (error) {
      notify({ level: 'error', text: (error as Error).message });
    } finally {
      isSending.current = false;
      setRunning(false);
    }
  }

  async function send(input: RegistrationInput) {
    const body = { ...input, plan_code: planCode };
    const { code, message } = await register(body, attempts.keyFor(body));
    attempts.settle();
    if (code !== SUCCESS) {
      notify({ level: 'info', text: asText(message) ?? unexplained });
      return;
    }
    rememberPendingAddress(input.email);
    setMailedTo(input.email);
    form.current?.reset();
    setPassword('');
    setFlags(unknownFlags);
    notify({ level: 'success', text: created });
  }

  return (
    <form
      ref={form}
      method="dialog"
      noValidate
      className="register"
      onChange={change}
      onSubmit={(event) => void submit(event)}
    >
      <RegisterFields flags={flags} password={password} onPhoneFormatted={() => entered('phone')} />
      <noscript>
        <p>Registering needs JavaScript. Please turn it on and reload this page.</p>
      </noscript>
      <SubmitButton label="Register" running="Registering…" isRunning={isRunning} left={0} />
      {mailedTo !== undefined && (
        <p className="notice">
          A mail is on its way to <strong>{mailedTo}</strong>. <a href="/activate">Didn’t get it?</a>
        </p>
      )}
      <Overlay open={isRunning} text={setUp} />
    </form>
  );
}

function read(form: HTMLFormElement): RegistrationInput {
  const values = new FormData(form);
  return {
    first_name: formText(values, 'first_name').trim(),
    last_name: formText(values, 'last_name').trim(),
    phone: formText(values, 'phone').trim(),
    email: formText(values, 'email').trim(),
    password: formText(values, 'password'),
    password_confirmation: formText(values, 'password_confirmation'),
  };
}
