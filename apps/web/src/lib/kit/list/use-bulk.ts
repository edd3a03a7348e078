import { notify } from '@muster/ui/toast';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../api.ts';
import { createAttempts } from '../../attempt.ts';
import { type Outcome, useUndo } from '../../undo.ts';

interface Bulk<Row> {
  rows: readonly Row[];
  send: (row: Row, key: string) => Promise<Outcome>;
  /** What to say: "3 technicians are archived." */
  done: (count: number) => string;
}

/**
 * Does the same with each of many records, one after the other. What is refused for one stops at that one and says why; what was
 * done until then can be taken back as one.
 */
export function useBulk<Row extends { id: string }>() {
  const { tell } = useUndo();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async ({ rows, send, done }: Bulk<Row>) => {
      const answers: Outcome[] = [];
      let refusal: string | undefined;
      for (const row of rows) {
        try {
          answers.push(await send(row, createAttempts().keyFor(row.id)));
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          refusal = error.message;
          break;
        }
      }
      if (answers.length > 0) tell(done(answers.length), answers);
      if (refusal !== undefined) notify({ level: 'error', text: refusal, seconds: 10 });
      return refusal === undefined;
    },
  });
  return { run: mutateAsync, isRunning: isPending };
}
