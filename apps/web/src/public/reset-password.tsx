import { ButtonLink } from '@muster/ui/button';
import { type ReactNode, useEffect, useState } from 'react';
import { checkReset, type ResetLink } from '../features/identity/accounts/api.ts';
import { ResetForm } from '../features/identity/accounts/components/reset-form.tsx';
import { useLink } from '../features/identity/accounts/components/use-link.ts';
import { unbroken } from '../features/identity/accounts/model/masked-address.ts';
import type { PageSettings } from '../lib/page/page-settings.ts';
import { announceReady } from '../lib/page/page.ts';
import { PublicPage } from './public-page.tsx';

const ready: ResetLink = { state: 'ready', email: null };
const unknown: ResetLink = { state: 'unknown', email: null };

/**
 * The form is there from the first paint, and gives way only when the link turns out to be of no use: whoever opens a
 * good one does not wait, and nothing typed is lost when the look at the link fails.
 */
export function ResetPasswordPage({ settings }: { settings: PageSettings }) {
  const { link, change } = useLink(checkReset);
  const [isDone, setDone] = useState(false);
  const hasLooked = link.step !== 'before';
  useEffect(() => {
    // A form that was sent before the script ran is sent again now, and needs the link.
    if (hasLooked) announceReady();
  }, [hasLooked]);

  const login = `${settings.scheduler}/login`;
  const found = foundIn(link);
  const page = (title: string, lead: string, body: ReactNode) => (
    <PublicPage
      settings={settings}
      title={title}
      lead={lead}
      links={!isDone && <a href={login}>Back to sign in</a>}
    >
      {body}
    </PublicPage>
  );

  if (isDone) {
    return page(
      'Your new password is set',
      'You’re signed out everywhere, and we’ve sent you an email to confirm. Sign in with your new password.',
      <PageAction href={login}>Sign in</PageAction>,
    );
  }
  const { title, text } = resetWords(found);
  if (found.state !== 'ready')
    return page(title, text, <PageAction href="/forgot-password">Get a new link</PageAction>);
  return page(
    title,
    text,
    <ResetForm
      token={'token' in link ? link.token : undefined}
      email={found.email}
      onDone={() => setDone(true)}
      onState={change}
    />,
  );
}

function foundIn(link: ReturnType<typeof useLink<ResetLink['state']>>['link']): ResetLink {
  if (link.step === 'found') return link.found;
  return link.step === 'none' ? unknown : ready;
}

function PageAction({ href, children }: { href: string; children: ReactNode }) {
  return (
    <ButtonLink href={href} wide className="public-page__action">
      {children}
    </ButtonLink>
  );
}

type State = ResetLink['state'];

const titles: Record<State, string> = {
  ready: 'Choose a new password',
  used: 'This link has been used',
  expired: 'This link has expired',
  revoked: 'This link no longer works',
  unknown: 'We don’t recognise this link',
};

const texts: Record<State, (whose: string) => string> = {
  ready: (whose) => `It replaces the old one${whose}, and signs you out everywhere.`,
  used: () => 'Each link sets a password once. If that wasn’t you, get a new link now.',
  expired: () => 'For your safety, links work for one hour. Your old password still works.',
  revoked: () => 'Your password has been changed since we sent it. If that wasn’t you, get a new link now.',
  unknown: () => 'Part of it may be missing. Copy the whole address from the email, or get a new link.',
};

/** What the page says about a link to a new password: what it is, what it means, what to do. */
function resetWords({ state, email }: ResetLink): { title: string; text: string } {
  return { title: titles[state], text: texts[state](email === null ? '' : ` of ${unbroken(email)}`) };
}
