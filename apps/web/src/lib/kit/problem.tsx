import { Button } from '@mantine/core';
import { ApiError } from '../api/api.ts';
import { EmptyList } from './empty-list.tsx';

/** Says what could not be loaded and why, gives the number to quote, and offers another try. */
export function Problem({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div role="alert">
      <EmptyList
        title={title}
        text={
          <>
            {error.message}
            {requestId && (
              <small className="problem__id">
                If it keeps happening, contact us with this number: <code>{requestId}</code>
              </small>
            )}
          </>
        }
        action={
          <Button variant="filled" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    </div>
  );
}
