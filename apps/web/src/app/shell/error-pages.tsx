import { CrashMessage } from '@muster/ui/message-page';
import { CatchBoundary, type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { moment } from '../../lib/format/format.ts';
import { ApiError } from '../../lib/api/api.ts';
import { usePage } from '../../lib/page/page.ts';
import { Problem } from '../../lib/kit/problem.tsx';

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

/** Somebody can try a page again that could not be loaded. A page that broke needs a fresh start. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  usePage('Couldn’t load the page');
  if (!(error instanceof ApiError)) return <CrashPage error={error} />;
  return (
    <Problem title="We couldn’t load this page" error={error} onRetry={() => void router.invalidate()} />
  );
}
