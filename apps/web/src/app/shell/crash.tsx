import { CrashMessage } from '@muster/ui/message-page';
import { CatchBoundary } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { moment } from '../../lib/format.ts';

/** Catches what the router does not: the router catches what breaks inside a page. */
export function CrashBoundary({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 'never'} errorComponent={CrashPage}>
      {children}
    </CatchBoundary>
  );
}

/** What was saved is on the server, so loading the page again loses nothing. */
export function CrashPage({ error }: { error: unknown }) {
  const [at] = useState(() => moment(new Date().toISOString()));
  const what = error instanceof Error ? error.message : String(error);
  return (
    <div role="alert">
      <CrashMessage onRetry={() => location.reload()} home="/" reference={`${at}, “${what}”`} />
    </div>
  );
}
