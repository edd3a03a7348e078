import { Button, ButtonLink } from '@muster/ui/button';
import type { ActivationLink } from '../api.ts';
import type { LinkState } from '../model/link-state.ts';
import { ActivationForm } from './activation-form.tsx';
import { NewLinkForm } from './new-link-form.tsx';
import './link-actions.css';

interface ActivationStepProps {
  token: string;
  link: ActivationLink;
  login: string;
  /** A new link is on its way, in place of this one. */
  isSent: boolean;
  onSent: () => void;
  /** This link is of no use, and says nothing about where to send another. */
  onOther: () => void;
  onActivated: () => void;
  onState: (state: LinkState) => void;
}

/** The next step for a link, whatever has become of it. */
export function ActivationStep({ link, login, isSent, onSent, onOther, ...form }: ActivationStepProps) {
  if (link.state === 'ready' || link.state === 'password')
    return <ActivationForm {...form} asksPassword={link.state === 'password'} email={link.email} />;
  if (link.state === 'expired') return <NewLinkForm token={form.token} isSent={isSent} onSent={onSent} />;
  return (
    <div className="link-actions">
      {link.state === 'used' ? (
        <>
          <ButtonLink href={login} wide>
            Sign in
          </ButtonLink>
          <ButtonLink href="/forgot-password" variant="quiet" wide>
            Forgot your password?
          </ButtonLink>
        </>
      ) : (
        <Button wide onClick={onOther}>
          Have a new link sent
        </Button>
      )}
    </div>
  );
}
