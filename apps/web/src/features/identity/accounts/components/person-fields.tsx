import { PASSWORD_MIN_LENGTH } from '@muster/domain/identity/accounts/rules';
import type { RegistrationField } from '@muster/domain/identity/accounts/rules';
import { Field } from '@muster/ui/field';
import type { FieldProps } from '@muster/ui/field';
import { PasswordField } from '@muster/ui/password-field';
import { PasswordStrength } from './password-strength.tsx';
import './person-fields.css';

interface PersonFieldsProps<Name extends RegistrationField> {
  /** What the form knows about one of its fields. */
  field: (name: Name) => Pick<FieldProps, 'name' | 'state' | 'error' | 'required' | 'readOnly'>;
}

export function NameFields({ field }: PersonFieldsProps<'first_name' | 'last_name'>) {
  return (
    <div className="name-fields">
      <Field label="First name" autoComplete="given-name" {...field('first_name')} />
      <Field label="Last name" autoComplete="family-name" {...field('last_name')} />
    </div>
  );
}

interface ChosenPasswordFieldsProps extends PersonFieldsProps<'password' | 'password_confirmation'> {
  /** As typed so far, for the hint about its strength. */
  password: string;
}

export function ChosenPasswordFields({ field, password }: ChosenPasswordFieldsProps) {
  return (
    <>
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
