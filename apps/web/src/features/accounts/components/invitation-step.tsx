import { ButtonLink } from '@muster/ui/button';
import type { InvitationLink } from '../api.ts';
import { InvitationForm } from './invitation-form.tsx';
import './link-actions.css';

interface InvitationStepProps {
  /** Undefined where there is no link at all. */
  token: string | undefined;
  state: InvitationLink['state'];
  email: string | null;
  login: string;
  onAccepted: () => void;
  onState: (state: InvitationLink['state']) => void;
}

/** The next step for an invitation, whatever has become of it. */
export function InvitationStep({ token, state, email, login, ...form }: InvitationStepProps) {
  if (state === 'ready' && token !== undefined)
    return <InvitationForm token={token} email={email} {...form} />;
  const signsIn = state === 'used' || state === 'taken';
  return (
    <div className="link-actions">
      <ButtonLink href={login} variant={signsIn ? 'primary' : 'quiet'} wide>
        {signsIn ? 'Sign in' : 'Back to sign in'}
      </ButtonLink>
      {signsIn && (
        <ButtonLink href="/forgot-password" variant="quiet" wide>
          Forgot your password?
        </ButtonLink>
      )}
    </div>
  );
}
