import type { BoardTables } from '@muster/domain/board/schema';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { BoardSearch } from '../../features/board/model/board-search.ts';
import { orderOf } from '../../features/board/model/order.ts';
import { createPointed } from '../../lib/pointed.ts';
import { type Change, withChange } from '../../lib/search-params.ts';

interface Known {
  board: Board | undefined;
  tables: BoardTables | undefined;
}

/** What is shown of a board as its address says, the same beside a map and on a map alone: which days, whom, and what is pointed at. */
export function useShownBoard(search: BoardSearch, { board, tables }: Known) {
  const navigate = useNavigate();
  const [pointed] = useState(createPointed);
  // Those of the board itself, without the day before it: while the page turns, that is still the one that was there.
  const days = useMemo(() => board?.days.slice(1) ?? [], [board?.days]);
  const order = useMemo(
    () => (board && tables ? orderOf(board, tables, days, search) : []),
    [board, tables, days, search],
  );
  const openedJob = tables?.visits.find(({ id }) => id === search.visit)?.job_id;
  return {
    search,
    days,
    order,
    pointed,
    /** The job of the visit whose drawer is open. */
    opened: tables?.jobs.find(({ id }) => id === openedJob),
    change: (wanted: Change<BoardSearch>) =>
      void navigate({ to: '.', search: withChange(search, wanted), resetScroll: false }),
  };
}

export type ShownBoard = ReturnType<typeof useShownBoard>;
