import { useEffect, useState } from 'react';
import { askForReset } from '../features/identity/accounts/api.ts';
import { SendLinkForm } from '../features/identity/accounts/components/send-link-form.tsx';
import type { PageSettings } from '../lib/page/page-settings.ts';
import { announceReady } from '../lib/page/page.ts';
import { PublicPage } from './public-page.tsx';

/** Says the same whether the address is known or not: nobody finds out here who has an account. */
export function ForgotPasswordPage({ settings }: { settings: PageSettings }) {
  const [sentTo, setSentTo] = useState<string>();
  useEffect(announceReady, []);
  const isSent = sentTo !== undefined;
  return (
    <PublicPage
      settings={settings}
      title={isSent ? 'Check your email' : 'Forgot your password?'}
      lead={
        isSent ? (
          <>
            If <strong>{sentTo}</strong> has an account, an email with a link is on its way. Use it within an
            hour.
          </>
        ) : (
          'Enter your email and we’ll send you a link to choose a new one.'
        )
      }
      links={<a href={`${settings.scheduler}/login`}>Back to sign in</a>}
    >
      <SendLinkForm
        label={isSent ? 'Send it again' : 'Send me a link'}
        quiet={isSent}
        send={askForReset}
        onSent={setSentTo}
      >
        <noscript>
          <p>You need JavaScript to send this. Turn it on and reload this page.</p>
        </noscript>
        {isSent && (
          <p className="public-page__help">
            Nothing after a few minutes? Check your spam folder, or check the address.
          </p>
        )}
      </SendLinkForm>
    </PublicPage>
  );
}
