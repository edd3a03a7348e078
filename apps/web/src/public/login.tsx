import { useEffect } from 'react';
import { SignInForm } from '../features/accounts/components/sign-in-form.tsx';
import { nextAddress } from '../features/accounts/model/next-address.ts';
import { rememberPendingAddress } from '../features/accounts/model/pending-address.ts';
import { hasSessionEnded } from '../lib/session-end.ts';
import { useKnownLater } from '../lib/known-later.ts';
import type { PageSettings } from '../lib/page-settings.ts';
import { announceReady } from '../lib/ready.ts';
import { PublicPage } from './public-page.tsx';
import '../features/accounts/components/notice.css';

export function LoginPage({ settings }: { settings: PageSettings }) {
  const isEnded = useKnownLater(hasSessionEnded, false);
  useEffect(announceReady, []);
  return (
    <PublicPage
      settings={settings}
      title="Sign in"
      lead="Plan the day, and see where everyone is."
      links={
        <>
          <a href="/forgot-password">Forgot your password?</a>
          <a href="/register">New here? Register</a>
        </>
      }
      note={
        <p className="public-page__note public-page__for-demo">
          Just looking? Sign in as <code>owner@example.com</code> with the password <code>muster-demo</code>.
          <span className="public-page__for-inbox">
            {' '}
            Mails arrive in the <a href="/inbox">inbox</a>.
          </span>
        </p>
      }
    >
      <output className="notice notice--plain">
        {isEnded && 'Your session has ended. Sign in to go on.'}
      </output>
      <SignInForm
        onSignedIn={() => location.assign(nextAddress(location.search, location.origin))}
        onNotActivated={(email) => {
          rememberPendingAddress(email);
          location.assign('/activate');
        }}
      />
    </PublicPage>
  );
}
