import { useEffect } from 'react';
import { SignInForm } from '../features/identity/accounts/components/sign-in-form.tsx';
import { nextAddress } from '../features/identity/accounts/model/next-address.ts';
import { rememberPendingAddress } from '../features/identity/accounts/model/pending-address.ts';
import { hasSessionEnded } from '../lib/storage/session-end.ts';
import { useKnownLater, announceReady } from '../lib/page/page.ts';
import type { PageSettings } from '../lib/page/page-settings.ts';
import { PublicPage } from './public-page.tsx';
import '../features/identity/accounts/components/notice.css';

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
            Emails arrive in the <a href="/inbox">inbox</a>.
          </span>
        </p>
      }
    >
      <output className="notice notice--plain">
        {isEnded && 'Your session has ended. Sign in to continue.'}
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
