import { Toasts } from '@muster/ui/toast';
import type { ReactNode } from 'react';
import { checkInvitation } from '../features/accounts/api.ts';
import type { InvitationLink } from '../features/accounts/api.ts';
import { InvitationStep } from '../features/accounts/components/invitation-step.tsx';
import { TryAgain } from '../features/accounts/components/try-again.tsx';
import { useLink } from '../features/accounts/components/use-link.ts';
import { invitationWords } from '../features/accounts/model/invitation-words.ts';
import { failedWords, openingWords } from '../features/accounts/model/link-words.ts';
import type { PageSettings } from '../lib/page-settings.ts';
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
