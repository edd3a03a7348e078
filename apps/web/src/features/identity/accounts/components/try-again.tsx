import type { FormEvent } from 'react';
import { ApiError } from '../../../../lib/api/api.ts';
import { useCountdown } from '../../../../lib/forms/countdown.ts';
import { SubmitButton } from '../../../../lib/forms/submit-button.tsx';
import { errorText } from './use-call.ts';
import { Refusal } from '../../../../lib/forms/refusal.tsx';

/** A link could not even be looked at: why, and another try as soon as the server allows it. */
export function TryAgain({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { left } = useCountdown(error instanceof ApiError ? error.retryAfter : undefined);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (left === 0) onRetry();
  }

  return (
    <form method="dialog" onSubmit={submit}>
      <Refusal text={errorText(error)} />
      <SubmitButton label="Try again" running="Trying…" isRunning={false} left={left} />
    </form>
  );
}
