import { PASSWORD_MIN_LENGTH } from '@muster/domain/accounts/rules';
import { PasswordField } from '@muster/ui/password-field';
import { PasswordStrength } from './password-strength.tsx';
import type { useNewPassword } from './use-new-password.ts';

interface NewPasswordFieldsProps {
  fields: ReturnType<typeof useNewPassword>;
  readOnly: boolean;
}

export function NewPasswordFields({ fields: { problems, typed, change }, readOnly }: NewPasswordFieldsProps) {
  const shared = { autoComplete: 'new-password', required: true, readOnly, onChange: change } as const;
  return (
    <>
      <PasswordField
        {...shared}
        label="New password"
        name="password"
        hint={
          typed === '' ? `At least ${PASSWORD_MIN_LENGTH} characters.` : <PasswordStrength password={typed} />
        }
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
