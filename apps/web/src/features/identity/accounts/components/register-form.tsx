import {
  isValidRegistrationField,
  type RegistrationField,
  registrationFields,
  type RegistrationInput,
  registrationMessage,
} from '@muster/domain/identity/accounts/rules';
import { SUCCESS } from '@muster/domain/values/code';
import { Overlay } from '@muster/ui/overlay';
import { type ReactNode, useState } from 'react';
import { Button } from '@muster/ui/button';
import { Field } from '@muster/ui/field';
import { createAttempts } from '../../../../lib/api/attempt.ts';
import type { FormRules } from '../../../../lib/forms/form-flags.ts';
import { formText } from '../../../../lib/forms/form-text.ts';
import { settingUp, noAddress } from '../../../../lib/forms/form-words.ts';
import { usePublicForm } from '../../../../lib/forms/public-form.ts';
import { SubmitButton } from '../../../../lib/forms/submit-button.tsx';
import { SuccessPanel } from '../../../../lib/forms/success-panel.tsx';
import { register, resendActivation } from '../api.ts';
import { rememberPendingAddress } from '../model/pending-address.ts';
import { wait } from '../../../../lib/format/format.ts';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { useCall } from './use-call.ts';
import { PhoneField } from '../../../../lib/forms/phone-field.tsx';
import { ChosenPasswordFields, NameFields } from './person-fields.tsx';
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
          <p>You need JavaScript to register. Turn it on and reload this page.</p>
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

type FieldOf = ReturnType<typeof usePublicForm<RegistrationField>>['field'];

interface RegisterFieldsProps {
  field: FieldOf;
  /** As typed so far, for the hint about its strength. */
  password: string;
  onPhoneFormatted: () => void;
}

/** Where the rules of this form shut out somebody who means it, the enquiry is the way in. */
function registerMessage(name: RegistrationField, text: string): ReactNode {
  const message = name === 'email' && text === '' ? noAddress : registrationMessage(name);
  const other = { phone: 'Only have a landline?', email: 'Have a different address?' }[name as string];
  if (other === undefined || text === '') return message;
  return (
    <>
      {message} {other} <a href="/enquiry">Send an enquiry</a> and we’ll set you up.
    </>
  );
}

function RegisterFields({ field, password, onPhoneFormatted }: RegisterFieldsProps) {
  return (
    <>
      <NameFields field={field} />
      <PhoneField
        label="Phone"
        hint="A mobile or a 1300/1800 number."
        onFormatted={onPhoneFormatted}
        {...field('phone')}
      />
      <Field
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="We’ll send your activation link here."
        {...field('email')}
      />
      <ChosenPasswordFields field={field} password={password} />
    </>
  );
}

/** After a registration: where its mail went, what to do with it, and another one if it does not come. */
function MailSent({ to }: { to: string }) {
  const call = useCall();
  const [isSentAgain, setSentAgain] = useState(false);

  async function sendAgain() {
    await call.run(async () => {
      const { retry_after: seconds } = await resendActivation({ email: to });
      setSentAgain(true);
      call.waitFor(seconds);
    });
  }

  return (
    <>
      <h2>Check your email</h2>
      <p>
        {isSentAgain ? 'A new' : 'An'} email is on its way to <strong>{to}</strong>. Use its link within 48
        hours to open your account.
      </p>
      <p>No email after a minute or two? Check your spam folder, or send it again.</p>
      <div className="success-panel__actions">
        <Button
          variant="secondary"
          busy={call.isRunning}
          aria-disabled={call.left > 0 || undefined}
          onClick={() => void sendAgain()}
        >
          {call.left > 0 ? `Send again in ${wait(call.left)}` : 'Send again'}
        </Button>
        <a href="/activate">Didn’t get it?</a>
      </div>
      <Refusal text={call.refusal} />
    </>
  );
}
