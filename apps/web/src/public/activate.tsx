import { type ReactNode, useEffect, useState } from 'react';
import { type ActivationLink, checkActivation } from '../features/identity/accounts/api.ts';
import { ActivationStep, CheckMail } from '../features/identity/accounts/components/activation-step.tsx';
import { TryAgain } from '../features/identity/accounts/components/try-again.tsx';
import { useLink } from '../features/identity/accounts/components/use-link.ts';
import { unbroken } from '../features/identity/accounts/model/masked-address.ts';
import { hasInvitation, failedWords, openingWords } from '../features/identity/accounts/model/link.ts';
import { pendingAddress } from '../features/identity/accounts/model/pending-address.ts';
import { useKnownLater, announceReady } from '../lib/page/page.ts';
import type { PageSettings } from '../lib/page/page-settings.ts';
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
    title: 'Check your email',
    lead: (
      <>
        We’ve sent a link to <strong>{email}</strong>. Open it to activate your account; it works for 48
        hours.
      </>
    ),
  };
}

const someMailWords: Words = {
  title: 'Check your email',
  lead: 'Open the link in the email we’ve sent you to activate your account. It works for 48 hours.',
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

type State = ActivationLink['state'];

const titles: Record<State, string> = {
  ready: 'Activate your account',
  password: 'Confirm it’s you',
  used: 'This account is already active',
  expired: 'This link has expired',
  revoked: 'There’s a newer link',
  unknown: 'We don’t recognise this link',
};

const texts: Record<State, (whose: string) => string> = {
  ready: (whose) => `One click opens the account${whose} and signs you in.`,
  password: (whose) =>
    `You registered in another browser. Enter the password you chose${whose} to activate your account. Forgot it? Register again with the same address. Not you? Just close this page.`,
  used: () => 'There’s nothing left to activate. Sign in with your email and password.',
  expired: () => 'Activation links work for 48 hours. Nothing is lost: one click sends you a new one.',
  revoked: () =>
    'You asked for another email, and only the link in the latest one works. Look for that email.',
  unknown: () => 'Part of it may be missing. Copy the whole address from the email, or get a new link.',
};

/** What the page says about an activation link: what it is, what it means, what to do. */
function activationWords({ state, email }: ActivationLink): { title: string; text: string } {
  return { title: titles[state], text: texts[state](email === null ? '' : ` for ${unbroken(email)}`) };
}
