import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { BoardSearch } from '../../../features/dispatch/board/model/board-search.ts';
import { orderOf, waitsFor } from '../../../features/dispatch/board/model/rows.ts';
import { createPointed } from '../../../lib/board/pointed-visits.ts';
import { type Change, withChange } from '../../../lib/page/search-params.ts';

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
  const change = (wanted: Change<BoardSearch>) =>
    void navigate({ to: '.', search: withChange(search, wanted), resetScroll: false });
  useSearchDone(search.search, board, tables, () => change({ search: undefined }));
  const openedJob = tables?.visits.find(({ id }) => id === search.visit)?.job_id;
  return {
    search,
    days,
    order,
    pointed,
    /** The job of the visit whose drawer is open. */
    opened: tables?.jobs.find(({ id }) => id === openedJob),
    change,
  };
}

/** Whoever looked for what waits, and has planned the last of it, has found it: the board does not close around it. */
function useSearchDone(
  search: string | undefined,
  board: Board | undefined,
  tables: BoardTables | undefined,
  onDone: () => void,
): void {
  const before = useRef<string>(undefined);
  const isWaiting = useMemo(
    () =>
      search !== undefined && board !== undefined && tables !== undefined && waitsFor(board, tables, search),
    [search, board, tables],
  );
  const finish = useEffectEvent(onDone);
  useEffect(() => {
    if (search !== undefined && before.current === search && !isWaiting) finish();
    before.current = isWaiting ? search : undefined;
  }, [search, isWaiting]);
}

export type ShownBoard = ReturnType<typeof useShownBoard>;
