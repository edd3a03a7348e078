import { Logo } from '@muster/ui/logo';
import { NotFoundMessage } from '@muster/ui/message-page';
import type { PageSettings } from '../lib/page-settings.ts';

export function NotFoundPage({ settings }: { settings: PageSettings }) {
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
