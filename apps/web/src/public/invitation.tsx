import { Toasts } from '@muster/ui/toast';
import type { ReactNode } from 'react';
import { checkInvitation, type InvitationLink } from '../features/identity/accounts/api.ts';
import { InvitationStep } from '../features/identity/accounts/components/invitation-step.tsx';
import { TryAgain } from '../features/identity/accounts/components/try-again.tsx';
import { useLink } from '../features/identity/accounts/components/use-link.ts';
import { failedWords, openingWords } from '../features/identity/accounts/model/link.ts';
import type { PageSettings } from '../lib/page/page-settings.ts';
import { PublicPage } from './public-page.tsx';

const none: InvitationLink = { state: 'unknown', email: null, business: null, role: null };

/** The way into an account that somebody else has opened, or into the office. */
export function InvitationPage({ settings }: { settings: PageSettings }) {
  const { link, look, change } = useLink(checkInvitation, 'invitation');
  const page = ({ title, lead }: { title: string; lead: ReactNode }, body: ReactNode) => (
    <>
      <PublicPage settings={settings} title={title} lead={lead}>
        {body}
      </PublicPage>
      <Toasts />
    </>
  );

  if (link.step === 'before' || link.step === 'checking') return page(openingWords, null);
  if (link.step === 'failed')
    return page(failedWords, <TryAgain error={link.error} onRetry={() => void look()} />);
  const found = link.step === 'found' ? link.found : none;
  return page(
    invitationWords(found, settings.brand),
    <InvitationStep
      token={link.step === 'found' ? link.token : undefined}
      state={found.state}
      email={found.email}
      login={`${settings.scheduler}/login`}
      onAccepted={() => location.replace('/')}
      onState={change}
    />,
  );
}

type Invitation = Pick<InvitationLink, 'state' | 'email'> & Partial<InvitationLink>;
type Words = Record<'title' | 'lead', string>;

/** What the page says about an invitation: what it is, what it means, what to do. */
function invitationWords({ state, email, business }: Invitation, brand: string): Words {
  if (state !== 'ready') return words[state];
  return {
    title: `Welcome to ${brand}`,
    lead: `${business ?? `The office of ${brand}`} is ready for you. Enter your name and choose a password. You’ll sign in as ${email ?? 'the address we emailed'}.`,
  };
}

const words: Record<Exclude<Invitation['state'], 'ready'>, Words> = {
  used: {
    title: 'This invitation has been accepted',
    lead: 'There’s nothing left to do here. Sign in with your email and password.',
  },
  taken: {
    title: 'This address already has a sign-in',
    lead: 'There’s already an account, probably yours, for the address we invited. To own another one, reply to the email with a different address.',
  },
  expired: {
    title: 'This invitation has expired',
    lead: 'Invitations work for 14 days. Nothing is lost: ask the person who invited you for a new one.',
  },
  revoked: {
    title: 'This invitation no longer works',
    lead: 'If you have a newer invitation, use its link. If not, ask the person who invited you.',
  },
  unknown: {
    title: 'We don’t recognise this invitation',
    lead: 'Part of the link may be missing. Copy the whole address from the email.',
  },
};
