import { Logo } from '@muster/ui/logo';
import { PageSkeleton } from '@muster/ui/skeleton';
import type { PageSettings } from '../lib/page-settings.ts';

/** What the application shows until it has loaded: its own shape and style (app/shell), empty. */
export function Boot({ settings }: { settings: PageSettings }) {
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
          <p className="page">{settings.brand} needs JavaScript. Please turn it on and reload this page.</p>
        </noscript>
        <div className="page page--pending">
          <PageSkeleton heading />
        </div>
      </main>
    </div>
  );
}
