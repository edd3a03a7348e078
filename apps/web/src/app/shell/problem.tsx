import { Button } from '@muster/ui/button';
import { EmptyState } from '@muster/ui/empty';
import { ApiError } from '../../lib/api.ts';

/** Something could not be loaded: what happened, the number to quote, and another try. */
export function Problem({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div role="alert">
      <EmptyState
        title={title}
        text={
          <>
            {error.message}
            {requestId && (
              <small className="problem__id">
                If it keeps happening, tell us this number: <code>{requestId}</code>
              </small>
            )}
          </>
        }
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  );
}
