import type { PageSettings } from '../lib/page/page-settings.ts';
import { DaySkeleton } from './frame/skeleton.tsx';
import './field.css';

/** What the technician's page shows until its script has run: its own shape, empty. */
export function FieldBoot({ settings }: { settings: PageSettings }) {
  return (
    <div className="field">
      <header className="field__top">
        <span className="field__tabs" />
      </header>
      <main className="field__main">
        <div className="field__title">
          <h1>Today</h1>
          <p />
        </div>
        <noscript>
          <p>{settings.brand} needs JavaScript. Please turn it on and reload this page.</p>
        </noscript>
        <DaySkeleton />
      </main>
    </div>
  );
}
