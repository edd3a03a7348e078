import { useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ApiError } from '../../lib/api.ts';
import { CrashPage } from './crash.tsx';
import { usePage } from '../../lib/page.ts';
import { Problem } from '../../lib/kit/problem.tsx';

/** Somebody can try a page again that could not be loaded. A page that broke needs a fresh start. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  usePage('Could not load the page');
  if (!(error instanceof ApiError)) return <CrashPage error={error} />;
  return (
    <Problem title="This page could not be loaded" error={error} onRetry={() => void router.invalidate()} />
  );
}
