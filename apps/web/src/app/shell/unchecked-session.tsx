import { Logo } from '@muster/ui/logo';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../../lib/api.ts';
import { Problem } from '../../lib/kit/problem.tsx';
import { readPageSettings } from '../../lib/page-settings.ts';
import { usePage } from '../../lib/page.ts';
import { onReconnection } from '../../lib/reconnection.ts';
import { CrashPage } from './crash.tsx';
import './shell.css';

/** Whose page this is could not be asked: the frame of the application all the same, and another try. */
export function UncheckedSession({ error }: ErrorComponentProps) {
  const router = useRouter();
  usePage('Could not load the page');
  useEffect(() => onReconnection(() => void router.invalidate()), [router]);
  if (!(error instanceof ApiError)) return <CrashPage error={error} />;
  return (
    <div className="shell">
      <header className="shell__top">
        <a href="/" className="shell__brand">
          <Logo brand={readPageSettings().brand} />
        </a>
      </header>
      <nav className="rail" aria-label="Main" />
      <main className="shell__main" id="main" tabIndex={-1}>
        <Problem
          title="We could not check whether you are signed in"
          error={error}
          onRetry={() => void router.invalidate()}
        />
      </main>
    </div>
  );
}
