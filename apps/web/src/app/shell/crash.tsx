import { Button } from '@muster/ui/button';
import { EmptyState } from '@muster/ui/empty';
import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export function CrashBoundary({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 'never'} errorComponent={CrashPage}>
      {children}
    </CatchBoundary>
  );
}

/** Our fault. Everything saved is on the server, so a fresh page is a safe way out. */
export function CrashPage({ error }: { error: unknown }) {
  return (
    <div role="alert">
      <EmptyState
        title="This page has stopped working"
        text={
          <>
            That is our mistake, not yours, and nothing that was saved is lost. Reload the page to go on.
            <small className="problem__id">
              What happened: <code>{error instanceof Error ? error.message : String(error)}</code>
            </small>
          </>
        }
        action={<Button onClick={() => location.reload()}>Reload the page</Button>}
      />
    </div>
  );
}
