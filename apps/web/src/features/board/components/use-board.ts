import { type Derived, deriveBoard } from '@muster/domain/board/derive';
import type { BoardTables } from '@muster/domain/board/schema';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import type { LocalDate } from '@muster/domain/values/local-time';
import { epochMinutes, type EpochMinutes } from '@muster/domain/values/minutes';
import { notify } from '@muster/ui/toast';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { createAttempts } from '../../../lib/attempt.ts';
import { type Outcome, useUndo } from '../../../lib/undo.ts';
import { useNow } from '../../../lib/use-now.ts';
import { boardQuery } from '../api.ts';
import { expectedTables, type Pending, unconfirmed } from '../model/pending.ts';

/** Something that somebody does on the board. */
interface Order {
  /** What it will look like. */
  apply: Pending['apply'];
  send: (key: string) => Promise<Outcome>;
  /** What to say once it is done. */
  done: string;
}

export interface LiveBoard {
  board: Board | undefined;
  tables: BoardTables | undefined;
  error: Error | null;
  retry: () => void;
  /** Shows at once what will be, and puts it back where the server refuses. Answers whether it was done. */
  run: (order: Order) => Promise<boolean>;
}

const MINUTE_MS = 60_000;
/** The stream tells of a change within half a second; if it is away, the board is read again. */
const patienceMs = 4_000;

/** Each board is made from the one before, as far as that still holds. */
function keepingDerived() {
  let latest: Derived | undefined;
  return (tables: BoardTables, now: EpochMinutes) => (latest = deriveBoard(tables, now, latest));
}

/** What the server has confirmed with what has been done here on top of it: nobody waits for an answer to see their own move. */
export function useBoard(from: LocalDate, to: LocalDate): LiveBoard {
  const queryClient = useQueryClient();
  const query = boardQuery(from, to);
  const { data: known, error, refetch } = useQuery(query);
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const { tell } = useUndo();
  const now = epochMinutes(Math.floor(useNow() / MINUTE_MS));
  const [derive] = useState(keepingDerived);
  const latest = useMemo(
    () => (known === undefined ? undefined : derive(expectedTables(known, pending), now)),
    [known, pending, now, derive],
  );

  async function run({ apply, send, done }: Order): Promise<boolean> {
    const key = createAttempts().keyFor(done);
    const change = (edit: (one: Pending) => Pending[]) =>
      setPending((all) => all.flatMap((one) => (one.key === key ? edit(one) : [one])));
    setPending((all) => [...(known ? unconfirmed(known, all) : all), { key, apply }]);
    try {
      const outcome = await send(key);
      change((one) => [{ ...one, change: outcome.change }]);
      tell(done, [outcome]);
      setTimeout(() => void readIfBehind(outcome.change), patienceMs);
      return true;
    } catch (error) {
      change(() => []);
      if (!(error instanceof ApiError)) throw error;
      notify({ level: 'error', text: error.message, seconds: 10 });
      void queryClient.invalidateQueries({ queryKey: query.queryKey });
      return false;
    }
  }

  async function readIfBehind(number: number): Promise<void> {
    const shown = queryClient.getQueryData<{ change: number }>(query.queryKey);
    if (shown && shown.change < number) await queryClient.invalidateQueries({ queryKey: query.queryKey });
  }

  return { board: latest?.board, tables: latest?.tables, error, retry: () => void refetch(), run };
}
