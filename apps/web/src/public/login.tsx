import { PicturePage } from '@muster/ui/picture-page';
import { useEffect } from 'react';
import { SignInForm } from '../features/accounts/components/sign-in-form.tsx';
import { nextAddress } from '../features/accounts/model/next-address.ts';
import type { PageSettings } from '../lib/page-settings.ts';
import { announceReady } from '../lib/ready.ts';
import './login.css';

export function LoginPage({ settings }: { settings: PageSettings }) {
  useEffect(announceReady, []);
  return (
    <PicturePage
      brand={settings.brand}
      assets={settings.assets}
      picture="van-at-dawn.svg"
      heading="Sign in"
      lead="Plan the day, and see where everyone is."
    >
      <SignInForm onSignedIn={() => location.assign(nextAddress(location.search, location.origin))} />
      {/* On the page of every installation, and shown by the style sheet where the server says it has the demo. */}
      <p className="login__note login__note--demo">
        Just looking? Sign in as <code>owner@example.com</code> with the password <code>muster-demo</code>.
        <span className="login__inbox">
          {' '}
          Mails arrive in the <a href="/inbox">inbox</a>.
        </span>
      </p>
    </PicturePage>
  );
}
