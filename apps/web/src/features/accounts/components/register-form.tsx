import { isValidRegistrationField, registrationFields } from '@muster/domain/accounts/rules';
import type { RegistrationField, RegistrationInput } from '@muster/domain/accounts/rules';
import { SUCCESS } from '@muster/domain/values/code';
import { Overlay } from '@muster/ui/overlay';
import { useState } from 'react';
import { asText } from '../../../lib/api.ts';
import { createAttempts } from '../../../lib/attempt.ts';
import type { FormRules } from '../../../lib/form-flags.ts';
import { formText } from '../../../lib/form-text.ts';
import { settingUp, unexplained } from '../../../lib/form-words.ts';
import { usePublicForm } from '../../../lib/public-form.ts';
import { SubmitButton } from '../../../lib/submit-button.tsx';
import { register } from '../api.ts';
import { rememberPendingAddress } from '../model/pending-address.ts';
import { RegisterFields } from './register-fields.tsx';
import './notice.css';
import './register-form.css';

/** The specification's words, §8. */
const created = 'Successfully Created. Please check your email and activate your account!';

const rules: FormRules<RegistrationField> = {
  fields: registrationFields,
  isValid: isValidRegistrationField,
  follows: { password_confirmation: 'password' },
  checked: registrationFields,
};

export function RegisterForm({ planCode }: { planCode: string }) {
  const [mailedTo, setMailedTo] = useState<string>();
  const [attempts] = useState(() => createAttempts());
  const { flags, entered, isRunning, lookAgain, clear, say, props } = usePublicForm({ rules, read, send });

  async function send(input: RegistrationInput) {
    const body = { ...input, plan_code: planCode };
    const { code, message } = await register(body, attempts.keyFor(body));
    attempts.settle();
    if (code !== SUCCESS) {
      say({ level: 'info', text: asText(message) ?? unexplained });
      return;
    }
    rememberPendingAddress(input.email);
    setMailedTo(input.email);
    clear();
    say({ level: 'success', text: created });
  }

  return (
    <form {...props} className="register">
      <RegisterFields flags={flags} password={entered.password} onPhoneFormatted={lookAgain} />
      <noscript>
        <p>Registering needs JavaScript. Please turn it on and reload this page.</p>
      </noscript>
      <SubmitButton label="Register" running="Registering…" isRunning={isRunning} left={0} />
      {mailedTo !== undefined && (
        <p className="notice">
          A mail is on its way to <strong>{mailedTo}</strong>. <a href="/activate">Didn’t get it?</a>
        </p>
      )}
      <Overlay open={isRunning} text={settingUp} />
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
