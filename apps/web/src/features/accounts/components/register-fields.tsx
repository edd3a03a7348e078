import { registrationMessage } from '@muster/domain/accounts/rules';
import type { RegistrationField } from '@muster/domain/accounts/rules';
import { Field } from '@muster/ui/field';
import type { ReactNode } from 'react';
import { noAddress } from '../../../lib/form-words.ts';
import { PhoneField } from '../../../lib/phone-field.tsx';
import type { usePublicForm } from '../../../lib/public-form.ts';
import { ChosenPasswordFields, NameFields } from './person-fields.tsx';

type FieldOf = ReturnType<typeof usePublicForm<RegistrationField>>['field'];

interface RegisterFieldsProps {
  field: FieldOf;
  /** As typed so far, for the hint about its strength. */
  password: string;
  onPhoneFormatted: () => void;
}

/** Where the rules of this form shut out somebody who means it, the enquiry is the way in. */
export function registerMessage(name: RegistrationField, text: string): ReactNode {
  const message = name === 'email' && text === '' ? noAddress : registrationMessage(name);
  const other = { phone: 'Only a landline?', email: 'No such address?' }[name as string];
  if (other === undefined || text === '') return message;
  return (
    <>
      {message} {other} <a href="/enquiry">Send an enquiry</a>, and we set you up.
    </>
  );
}

export function RegisterFields({ field, password, onPhoneFormatted }: RegisterFieldsProps) {
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
