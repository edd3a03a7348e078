import { PASSWORD_MIN_LENGTH, registrationMessage } from '@muster/domain/accounts/rules';
import type { RegistrationField } from '@muster/domain/accounts/rules';
import { Field } from '@muster/ui/field';
import { PasswordField } from '@muster/ui/password-field';
import type { Flags } from '../../../lib/form-flags.ts';
import { PhoneField } from '../../../lib/phone-field.tsx';
import { PasswordStrength } from './password-strength.tsx';

interface RegisterFieldsProps {
  flags: Flags<RegistrationField>;
  /** As typed so far, for the hint about its strength. */
  password: string;
  onPhoneFormatted: () => void;
}

export function RegisterFields({ flags, password, onPhoneFormatted }: RegisterFieldsProps) {
  const field = (name: RegistrationField) => ({
    name,
    state: flags[name],
    error: registrationMessage(name),
    required: true,
  });
  return (
    <>
      <div className="register__names">
        <Field label="First name" autoComplete="given-name" {...field('first_name')} />
        <Field label="Last name" autoComplete="family-name" {...field('last_name')} />
      </div>
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
        hint="The link that activates your account goes here."
        {...field('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={
          password === '' ? (
            `At least ${PASSWORD_MIN_LENGTH} characters; a few unrelated words are best.`
          ) : (
            <PasswordStrength password={password} />
          )
        }
        {...field('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...field('password_confirmation')}
      />
    </>
  );
}
