import { notify } from '@muster/ui/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, isConflict } from '../../api.ts';
import { createAttempts } from '../../attempt.ts';
import { type Outcome, useUndo } from '../../undo.ts';

interface Saved<Row> extends Outcome {
  /** What came of it; nothing where something was removed. */
  row?: Row;
}

interface Order<Row> {
  /** What is asked for, to tell a second try from something else. */
  what: unknown;
  send: (key: string) => Promise<Saved<Row>>;
  /** What to say when it is done. */
  done: string;
  /** For a refusal that is better shown on the page; true where it was. */
  onRefused?: (error: ApiError) => boolean;
}

/** What one press of a button does: says that it is done and offers the way back, or says why not. */
export function useCommand() {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const [attempts] = useState(() => createAttempts());
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
  });
  return {
    isRunning: isPending,
    run: async <Row>({ what, send, done, onRefused }: Order<Row>): Promise<Row | undefined> => {
      if (isPending) return undefined;
      try {
        const { row, ...outcome } = (await mutateAsync(() => send(attempts.keyFor(what)))) as Saved<Row>;
        attempts.settle();
        tell(done, [outcome]);
        return row;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // Without an answer it may have been done all the same: the next try has the same key.
        if (error.status !== 0) attempts.settle();
        if (!onRefused?.(error)) notify({ level: 'error', text: error.message });
        if (isConflict(error)) void queryClient.invalidateQueries();
        return undefined;
      }
    },
  };
}
