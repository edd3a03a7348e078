import { Logo } from '@muster/ui/logo';
import { NotFoundMessage } from '@muster/ui/message-page';
import { PageSkeleton } from '@muster/ui/skeleton';
import { renderToString } from 'react-dom/server';
import type { ReactNode } from 'react';
import { FieldBoot } from '../field/boot.tsx';
import { type PageSettings, placeholders } from '../lib/page/page-settings.ts';
import { ActivatePage } from './activate.tsx';
import { EnquiryPage } from './enquiry.tsx';
import { ForgotPasswordPage } from './forgot-password.tsx';
import { LoginPage } from './login.tsx';
import { PricingPage } from './pricing.tsx';
import { RegisterPage } from './register.tsx';
import { ResetPasswordPage } from './reset-password.tsx';

const pages: Record<string, ReactNode> = {
  'activate.html': <ActivatePage settings={placeholders} />,
  'app.html': <Boot settings={placeholders} />,
  'enquiry.html': <EnquiryPage settings={placeholders} />,
  'forgot-password.html': <ForgotPasswordPage settings={placeholders} />,
  'login.html': <LoginPage settings={placeholders} />,
  'my-day.html': <FieldBoot settings={placeholders} />,
  'not-found.html': <NotFoundPage settings={placeholders} />,
  'pricing.html': <PricingPage settings={placeholders} />,
  'register.html': <RegisterPage settings={placeholders} />,
  'reset-password.html': <ResetPasswordPage settings={placeholders} />,
};

/** The content of a page as text, for the build; the server fills in the placeholders when it starts. */
export function prerender(file: string): string {
  if (!(file in pages)) throw new Error(`There is no page for ${file}.`);
  return renderToString(pages[file]);
}

function NotFoundPage({ settings }: { settings: PageSettings }) {
  return (
    <>
      <header className="not-found__top">
        <a href={`${settings.scheduler}/`}>
          <Logo brand={settings.brand} assets={settings.assets} />
        </a>
      </header>
      <main>
        <NotFoundMessage home={`${settings.scheduler}/`} />
      </main>
    </>
  );
}

/** What the application shows until it has loaded: its own shape and style (app/shell), empty. */
function Boot({ settings }: { settings: PageSettings }) {
  return (
    <div className="shell">
      <header className="shell__top">
        <span className="shell__brand">
          <Logo brand={settings.brand} />
        </span>
      </header>
      <div className="rail" />
      <main className="shell__main">
        <noscript>
          <p className="page">{settings.brand} needs JavaScript. Turn it on and reload this page.</p>
        </noscript>
        <div className="page page--pending">
          <PageSkeleton heading />
        </div>
      </main>
    </div>
  );
}
