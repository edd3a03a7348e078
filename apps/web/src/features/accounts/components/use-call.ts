import { useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { useCountdown } from '../../../lib/countdown.ts';
import { errorText } from '../model/error-text.ts';

/** What a form knows of the one call it makes: whether it runs, why it was refused, and when to try again. */
export function useCall() {
  const [isRunning, setRunning] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { left, start, clear } = useCountdown();

  /** Makes the call, unless one runs or the server asked to wait; whether it worked. */
  async function run(work: () => Promise<void>): Promise<boolean> {
    if (isRunning || left > 0) return false;
    setRunning(true);
    setRefusal(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setRefusal(errorText(error));
      if (error instanceof ApiError && error.retryAfter !== undefined) start(error.retryAfter);
      return false;
    } finally {
      setRunning(false);
    }
  }

  /** Something else was entered: what was said about the last try is over. */
  function reset() {
    setRefusal(undefined);
    clear();
  }

  return { isRunning, refusal, left, run, reset, waitFor: start };
}
