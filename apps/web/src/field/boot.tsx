import { Logo } from '@muster/ui/logo';
import { PageSkeleton } from '@muster/ui/skeleton';
import type { PageSettings } from '../lib/page-settings.ts';
import './field.css';

/** What the technician's page shows until its script has run: its own shape, empty. */
export function FieldBoot({ settings }: { settings: PageSettings }) {
  return (
    <div className="field">
      <header className="field__top">
        <Logo brand={settings.brand} />
      </header>
      <main className="field__main">
        <h1>My day</h1>
        <noscript>
          <p>{settings.brand} needs JavaScript. Please turn it on and reload this page.</p>
        </noscript>
        <PageSkeleton />
      </main>
    </div>
  );
}
