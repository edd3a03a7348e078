import { isValidRegistrationField, registrationFields } from '@muster/domain/accounts/rules';
import type { RegistrationField, RegistrationInput } from '@muster/domain/accounts/rules';
import { SUCCESS } from '@muster/domain/values/code';
import { Overlay } from '@muster/ui/overlay';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { createAttempts } from '../../../lib/attempt.ts';
import type { FormRules } from '../../../lib/form-flags.ts';
import { formText } from '../../../lib/form-text.ts';
import { settingUp } from '../../../lib/form-words.ts';
import { usePublicForm } from '../../../lib/public-form.ts';
import { SubmitButton } from '../../../lib/submit-button.tsx';
import { SuccessPanel } from '../../../lib/success-panel.tsx';
import { register } from '../api.ts';
import { rememberPendingAddress } from '../model/pending-address.ts';
import { MailSent } from './mail-sent.tsx';
import { RegisterFields, registerMessage } from './register-fields.tsx';
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
  const [next, setNext] = useState<ReactNode>();
  const [attempts] = useState(() => createAttempts());
  const { field, entered, isRunning, lookAgain, clear, say, refuse, props } = usePublicForm({
    rules,
    message: registerMessage,
    read,
    send,
  });

  async function send(input: RegistrationInput) {
    const body = { ...input, plan_code: planCode };
    const answer = await register(body, attempts.keyFor(body));
    attempts.settle();
    if (answer.code !== SUCCESS) {
      refuse('info', answer);
      return;
    }
    rememberPendingAddress(input.email);
    setNext(<MailSent key={input.email} to={input.email} />);
    clear();
    say({ level: 'success', text: created });
  }

  return (
    <>
      <SuccessPanel>{next}</SuccessPanel>
      <form {...props} className="register">
        <RegisterFields field={field} password={entered.password} onPhoneFormatted={lookAgain} />
        <noscript>
          <p>Registering needs JavaScript. Please turn it on and reload this page.</p>
        </noscript>
        <SubmitButton label="Register" running="Registering…" isRunning={isRunning} left={0} />
        <Overlay open={isRunning} text={settingUp} />
      </form>
    </>
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
