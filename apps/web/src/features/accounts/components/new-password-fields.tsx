import { PASSWORD_MIN_LENGTH } from '@muster/domain/accounts/rules';
import { PasswordField } from '@muster/ui/password-field';
import type { NewPasswordProblems } from '../model/new-password.ts';

interface NewPasswordFieldsProps {
  problems: NewPasswordProblems;
  readOnly: boolean;
  onChange: () => void;
}

export function NewPasswordFields({ problems, readOnly, onChange }: NewPasswordFieldsProps) {
  const shared = { autoComplete: 'new-password', required: true, readOnly, onChange } as const;
  return (
    <>
      <PasswordField
        {...shared}
        label="New password"
        name="password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters. A few words are easy to keep and hard to guess.`}
        state={problems.password ? 'invalid' : 'unknown'}
        error={problems.password}
      />
      <PasswordField
        {...shared}
        label="Confirm new password"
        name="password_confirmation"
        state={problems.password_confirmation ? 'invalid' : 'unknown'}
        error={problems.password_confirmation}
      />
    </>
  );
}
