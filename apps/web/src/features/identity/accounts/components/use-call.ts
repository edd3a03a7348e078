import { useState } from 'react';
import { ApiError, refusedField } from '../../../../lib/api/api.ts';
import { useCountdown } from '../../../../lib/forms/countdown.ts';
import { wait } from '../../../../lib/format/format.ts';

interface Refusal {
  text: string;
  /** The field that it is about. */
  field: string | undefined;
}

/** What a form knows of the one call it makes: whether it runs, why it was refused, and when to try again. */
export function useCall() {
  const [isRunning, setRunning] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const { left, start, clear } = useCountdown();

  /** Makes the call, unless one runs or the server asked to wait. Answers whether it worked, and which field was refused. */
  async function run(work: () => Promise<void>): Promise<{ isDone: boolean; field?: string | undefined }> {
    if (isRunning || left > 0) return { isDone: false };
    setRunning(true);
    setRefusal(undefined);
    try {
      await work();
      return { isDone: true };
    } catch (error) {
      const field = error instanceof ApiError ? refusedField(error.data) : undefined;
      setRefusal({ text: errorText(error), field });
      if (error instanceof ApiError && error.retryAfter !== undefined) start(error.retryAfter);
      return { isDone: false, field };
    } finally {
      setRunning(false);
    }
  }

  /** Something else was entered: what was said about the last try is over. */
  function reset() {
    setRefusal(undefined);
    clear();
  }

  return {
    isRunning,
    /** Why it was refused, where that is about no field. */
    refusal: refusal?.field === undefined ? refusal?.text : undefined,
    /** Why a field was refused. */
    problemAt: (name: string) => (refusal?.field === name ? refusal.text : undefined),
    /** Something else was typed into a field. */
    forget: (name: string) => setRefusal((last) => (last?.field === name ? undefined : last)),
    left,
    run,
    reset,
    waitFor: start,
  };
}

/** Why a call did not work, for the person who made it. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Reload it, then try again.';
  if (error.retryAfter === undefined || error.status !== 429) return error.message;
  return `Too many attempts. Wait ${wait(error.retryAfter)}, then try again.`;
}
