import { ButtonLink } from '@muster/ui/button';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { checkReset } from '../features/accounts/api.ts';
import type { ResetLink } from '../features/accounts/api.ts';
import { ResetForm } from '../features/accounts/components/reset-form.tsx';
import { useLink } from '../features/accounts/components/use-link.ts';
import { resetWords } from '../features/accounts/model/reset-words.ts';
import type { PageSettings } from '../lib/page-settings.ts';
import { announceReady } from '../lib/ready.ts';
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
      'You are signed out everywhere, and we have sent you a mail about it. Sign in with the new password.',
      <PageAction href={login}>Sign in</PageAction>,
    );
  }
  const { title, text } = resetWords(found);
  if (found.state !== 'ready')
    return page(title, text, <PageAction href="/forgot-password">Have a new link sent</PageAction>);
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
