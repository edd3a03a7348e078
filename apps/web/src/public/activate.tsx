import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { checkActivation } from '../features/accounts/api.ts';
import { ActivationStep } from '../features/accounts/components/activation-step.tsx';
import { CheckMail } from '../features/accounts/components/check-mail.tsx';
import { TryAgain } from '../features/accounts/components/try-again.tsx';
import { useLink } from '../features/accounts/components/use-link.ts';
import { activationWords } from '../features/accounts/model/activation-words.ts';
import { hasInvitation } from '../features/accounts/model/link-token.ts';
import { failedWords, openingWords } from '../features/accounts/model/link-words.ts';
import { pendingAddress } from '../features/accounts/model/pending-address.ts';
import { useKnownLater } from '../lib/known-later.ts';
import type { PageSettings } from '../lib/page-settings.ts';
import { announceReady } from '../lib/ready.ts';
import { InvitationPage } from './invitation.tsx';
import { PublicPage } from './public-page.tsx';
import './activate.css';

/** The address that links from mails lead to, for whoever has registered and for whoever was invited. */
export function ActivatePage({ settings }: { settings: PageSettings }) {
  const isInvited = useKnownLater(hasInvitation, false);
  useEffect(announceReady, []);
  return isInvited ? <InvitationPage settings={settings} /> : <ActivationPage settings={settings} />;
}

/** With a link, the way into a new account; without one, what to do until the mail with the link arrives. */
function ActivationPage({ settings }: { settings: PageSettings }) {
  const { link, look, change, forget } = useLink(checkActivation);
  const [isSent, setSent] = useState(false);

  const login = `${settings.scheduler}/login`;
  const links = (
    <>
      <a href={login}>Back to sign in</a>
      <a href="/register">Register again</a>
    </>
  );
  const page = (words: Words, body: ReactNode) => (
    <PublicPage settings={settings} {...words} links={words.isSettled ? undefined : links}>
      {body}
    </PublicPage>
  );

  if (link.step === 'before' || link.step === 'none') {
    const isKnown = link.step === 'none';
    return page(
      isKnown ? mailWords(pendingAddress()) : bothWords,
      <div className={isKnown ? undefined : 'activate--mail'}>
        <CheckMail />
      </div>,
    );
  }
  if (link.step === 'checking') return page(openingWords, null);
  if (link.step === 'failed')
    return page(failedWords, <TryAgain error={link.error} onRetry={() => void look()} />);
  return page(
    isSent ? mailWords(link.found.email) : foundWords(link.found),
    <ActivationStep
      token={link.token}
      link={link.found}
      login={login}
      isSent={isSent}
      onSent={() => setSent(true)}
      onOther={forget}
      onActivated={() => location.replace('/')}
      onState={change}
    />,
  );
}

interface Words {
  title: string | undefined;
  heading?: ReactNode;
  lead: ReactNode;
  /** There is one way on, and the page shows it. */
  isSettled?: boolean;
}

function mailWords(email: string | null | undefined): Words {
  if (!email) return someMailWords;
  return {
    title: 'Check your mail',
    lead: (
      <>
        We have sent a link to <strong>{email}</strong>. Open it to activate your account; it works for 48
        hours.
      </>
    ),
  };
}

const someMailWords: Words = {
  title: 'Check your mail',
  lead: 'Open the link in the mail that we have sent you to activate your account. It works for 48 hours.',
};

const bothWords: Words = {
  title: undefined,
  heading: (
    <>
      <span className="activate--link">{openingWords.title}</span>
      <span className="activate--mail">{someMailWords.title}</span>
    </>
  ),
  lead: (
    <>
      <span className="activate--link">{openingWords.lead}</span>
      <span className="activate--mail">{someMailWords.lead}</span>
    </>
  ),
};

function foundWords(found: Parameters<typeof activationWords>[0]): Words {
  const { title, text } = activationWords(found);
  return { title, lead: text, isSettled: found.state === 'ready' || found.state === 'used' };
}
