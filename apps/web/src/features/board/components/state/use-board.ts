import { type Derived, deriveBoard } from '@muster/domain/board/derive';
import type { BoardTables } from '@muster/domain/board/schema';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import type { LocalDate } from '@muster/domain/values/local-time';
import { epochMinutes, type EpochMinutes } from '@muster/domain/values/minutes';
import { notify } from '@muster/ui/toast';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../../lib/api.ts';
import { warnUntil } from '../../../../lib/close-warning.ts';
import { useUndo } from '../../../../lib/undo.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { boardQuery } from '../../api.ts';
import { withCarried } from '../../model/carried.ts';
import type { BoardCommand } from '../../model/outbox.ts';
import { type Doubt, expectedTables, inDoubt } from '../../model/pending.ts';
import { patienceMs, readBehind, useOutbox } from './use-outbox.ts';

/** Something that somebody does on the board. */
interface Order extends BoardCommand {
  /** Where the first of them was put. */
  wanted?: Place;
  /** What to say once it is done. */
  done: string;
}

/** A technician's row, and a moment on it. */
interface Place {
  readonly technician: string;
  readonly start: EpochMinutes;
}

/** What the server said no to, until somebody has read it or has done better. */
export interface Refusal {
  readonly text: string;
  /** Where the visit was put, and came back from. */
  readonly from: Place | undefined;
}

export interface LiveBoard {
  board: Board | undefined;
  tables: BoardTables | undefined;
  error: Error | null;
  retry: () => void;
  /** Whether other days are on their way, and those before are still shown. */
  isTurning: boolean;
  inDoubt: ReadonlyMap<string, Doubt>;
  /** By visit. */
  refusals: ReadonlyMap<string, Refusal>;
  dismiss: (visits: readonly string[]) => void;
  /** Shows at once what will be, and puts it back where the server refuses. Answers whether it was done. */
  run: (order: Order) => Promise<boolean>;
  /** These visits stay known when the page turns: somebody has them in their hand. */
  carry: (visits: readonly string[]) => void;
}

interface Carried {
  from: LocalDate;
  to: LocalDate;
  visits: ReadonlySet<string>;
}

const MINUTE_MS = 60_000;

/** Each board is made from the one before, as far as that still holds. */
function keepingDerived() {
  let latest: Derived | undefined;
  return (tables: BoardTables, now: EpochMinutes) => (latest = deriveBoard(tables, now, latest));
}

/**
 * What the server has confirmed with what has been done here on top of it: nobody waits for an answer to see their own move. Where there
 * are no notes beside the visits, or somebody has gone elsewhere meanwhile, a refusal is told as a notice.
 */
export function useBoard(from: LocalDate, to: LocalDate, hasNotes: boolean): LiveBoard {
  const queryClient = useQueryClient();
  const shown = useQuery({ ...boardQuery(from, to), placeholderData: keepPreviousData });
  const { data: known, isPlaceholderData: isTurning, error, refetch } = shown;
  const [carried, setCarried] = useState<Carried>();
  // The days that they come from are followed as well: a colleague may change what is in the hand.
  const { data: home } = useQuery(boardQuery(carried?.from ?? from, carried?.to ?? to));
  const { outbox, pending } = useOutbox();
  const [refusals, setRefusals] = useState<ReadonlyMap<string, Refusal>>(new Map());
  const isNoted = useRef(false);
  useEffect(() => {
    isNoted.current = hasNotes;
    return () => void (isNoted.current = false);
  }, [hasNotes]);
  const { tell } = useUndo();
  const now = epochMinutes(Math.floor(useNow() / MINUTE_MS));
  const [derive] = useState(keepingDerived);
  const confirmed = useMemo(
    () => known && (home && carried ? withCarried(known.tables, home.tables, carried.visits) : known.tables),
    [known, home, carried],
  );
  const latest = useMemo(
    () => (known && confirmed ? derive(expectedTables(known, pending, confirmed), now) : undefined),
    [known, confirmed, pending, now, derive],
  );
  useEffect(() => {
    if (!known || isTurning) return undefined;
    const confirm = () => outbox.confirm(known);
    confirm();
    return outbox.subscribe(confirm);
  }, [outbox, known, isTurning]);

  function dismiss(visits: readonly string[]) {
    setRefusals((all) => new Map([...all].filter(([visit]) => !visits.includes(visit))));
  }

  async function run({ done, wanted, ...command }: Order): Promise<boolean> {
    const { visits } = command;
    dismiss(visits);
    const answered = outbox.run(command);
    warnUntil(answered);
    try {
      const outcome = await answered;
      tell(done, [outcome]);
      setTimeout(() => void readBehind(queryClient, outcome.change), patienceMs);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { message: text } = error;
      const [first] = visits;
      if (isNoted.current && first !== undefined)
        setRefusals((all) => new Map([...all, [first, { text, from: wanted }]]));
      else notify({ level: 'error', text, seconds: 10 });
      void queryClient.invalidateQueries({ queryKey: ['board'] });
      return false;
    }
  }

  function carry(ids: readonly string[]) {
    if (!known) return;
    const { from, to, visits } = known.tables;
    // What was put down here a moment ago has come from elsewhere, and is not told of yet.
    if (ids.some((id) => visits.every((visit) => visit.id !== id))) return;
    setCarried({ from: from as LocalDate, to: to as LocalDate, visits: new Set(ids) });
  }

  return {
    board: latest?.board,
    tables: latest?.tables,
    error,
    retry: () => void refetch(),
    isTurning,
    inDoubt: useMemo(() => inDoubt(pending), [pending]),
    refusals,
    dismiss,
    run,
    carry,
  };
}
