import { registrationMessage } from '@muster/domain/accounts/rules';
import type { RegistrationField } from '@muster/domain/accounts/rules';
import { Field } from '@muster/ui/field';
import type { Flags } from '../../../lib/form-flags.ts';
import { PhoneField } from '../../../lib/phone-field.tsx';
import { ChosenPasswordFields, NameFields } from './person-fields.tsx';

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
        hint="The link that activates your account goes here."
        {...field('email')}
      />
      <ChosenPasswordFields field={field} password={password} />
    </>
  );
}
