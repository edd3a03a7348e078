import { notify } from '@muster/ui/toast';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api.ts';
import { createAttempts } from '../../attempt.ts';

interface Order<T> {
  /** What is asked for, to tell a second try from something else. */
  what: unknown;
  send: (key: string) => Promise<T>;
  /** What to say when it is done. */
  done?: string;
  /** For a refusal that is better shown on the page; true where it was. */
  onRefused?: (error: ApiError) => boolean;
}

/** What has no way back (roles, keys, licences, invitations): says that it is done, or why not. */
export function useDecision() {
  const [attempts] = useState(() => createAttempts());
  const { mutateAsync, isPending } = useMutation({ mutationFn: (send: () => Promise<unknown>) => send() });
  return {
    isRunning: isPending,
    run: async <T>({ what, send, done, onRefused }: Order<T>): Promise<T | undefined> => {
      if (isPending) return undefined;
      try {
        const answer = (await mutateAsync(() => send(attempts.keyFor(what)))) as T;
        attempts.settle();
        if (done !== undefined) notify({ level: 'success', text: done });
        return answer;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // Without an answer it may have been done all the same: the next try has the same key.
        if (error.status !== 0) attempts.settle();
        if (!onRefused?.(error)) notify({ level: 'error', text: error.message });
        return undefined;
      }
    },
  };
}
