import { notify } from '@muster/ui/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, isConflict } from '../../api/api.ts';
import { createAttempts } from '../../api/attempt.ts';
import { type Outcome, useUndo } from '../../changes/undo.ts';

interface Saved<Row> extends Outcome {
  /** What came of it; nothing where something was removed. */
  row?: Row;
}

interface Order<Answer> {
  /** What is asked for, to tell a second try from something else. */
  what: unknown;
  send: (key: string) => Promise<Answer>;
  /** For a refusal that is better shown on the page; true where it was. */
  onRefused?: (error: ApiError) => boolean;
}

/** What one press of a button does. What is sent in one `scope` goes one after the other, wherever on the page it is asked for. */
export function useCommand(scope?: string) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const [attempts] = useState(() => createAttempts());
  const { mutateAsync, isPending } = useMutation({
    ...(scope !== undefined && { scope: { id: scope } }),
    mutationFn: (send: () => Promise<unknown>) => send(),
  });

  async function answerTo<Answer>({ what, send, onRefused }: Order<Answer>): Promise<Answer | undefined> {
    if (isPending) return undefined;
    try {
      const answer = (await mutateAsync(() => send(attempts.keyFor(what)))) as Answer;
      attempts.settle();
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Without an answer it may have been done all the same: the next try has the same key.
      if (error.status !== 0) attempts.settle();
      if (!onRefused?.(error)) notify({ level: 'error', text: error.message });
      if (isConflict(error)) void queryClient.invalidateQueries();
      return undefined;
    }
  }

  return {
    isRunning: isPending,
    /** Says that it is done and offers the way back, or says why not. */
    run: async <Row>({
      done,
      mayMail,
      ...order
    }: Order<Saved<Row>> & {
      done: string | ((row: Row) => string);
      /** Whether customers may be messaged because of it, and it isn't said yet who. */
      mayMail?: boolean;
    }): Promise<Row | undefined> => {
      const answer = await answerTo(order);
      if (answer === undefined) return undefined;
      const { row, ...outcome } = answer;
      tell(typeof done === 'string' ? done : done(row!), [outcome], mayMail);
      return row;
    },
    /** The same for what has no way back: roles, keys, licences, invitations. */
    decide: async <Answer>({ done, ...order }: Order<Answer> & { done?: string }) => {
      const answer = await answerTo(order);
      if (answer !== undefined && done !== undefined) notify({ level: 'success', text: done });
      return answer;
    },
  };
}
