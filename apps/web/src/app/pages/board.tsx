import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { jobNumber } from '@muster/domain/jobs/rules';
import type { LocalDate } from '@muster/domain/values/local-time';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { BoardBar } from '../../features/board/components/board-bar.tsx';
import { BoardList } from '../../features/board/components/board-list.tsx';
import { BoardView } from '../../features/board/components/board-view.tsx';
import { useBoard } from '../../features/board/components/use-board.ts';
import { type BoardSearch, daysShown } from '../../features/board/model/board-search.ts';
import { orderOf } from '../../features/board/model/order.ts';
import { Problem } from '../../lib/kit/problem.tsx';
import { RowSkeleton } from '../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../lib/page.ts';
import { type Change, withChange } from '../../lib/search-params.ts';
import { JobDrawer } from './job-drawer.tsx';
import { useBusiness } from './use-business.ts';

const zoomStep = 1.35;

/** The main page: technicians down, time across, and what waits at the side. */
export function BoardPage() {
  const search: BoardSearch = useSearch({ from: '/signed-in/account/dispatch/' });
  const navigate = useNavigate();
  const { today } = useBusiness();
  const date = search.date ?? today;
  const view = search.view ?? 'day';
  const dates = useMemo(() => daysShown(view, date), [view, date]);
  const live = useBoard(dates[0]!, dates.at(-1)!);
  const [zoom, setZoom] = useState(0);
  usePage('Board');

  function change(wanted: Change<BoardSearch>) {
    void navigate({ to: '.', search: withChange(search, wanted), resetScroll: false });
  }

  const { board, tables } = live;
  const days = useMemo(
    () => board?.days.filter((day) => dates.includes(day.date as LocalDate)) ?? [],
    [board?.days, dates],
  );
  const order = useMemo(
    () => (board && tables ? orderOf(board, tables, days, search) : []),
    [board, tables, days, search],
  );
  const openedJob = tables?.visits.find(({ id }) => id === search.visit)?.job_id;
  const opened = tables?.jobs.find(({ id }) => id === openedJob);
  const isPhone = useMediaQuery('(width < 900px)', false, { getInitialValueInEffect: false });
  const drawer = opened && (
    <JobDrawer given={jobNumber(opened.number)} onClose={() => change({ visit: undefined })} />
  );
  return (
    <div className="board-page">
      <BoardBar
        search={search}
        date={date}
        today={today}
        skills={tables?.skills.filter(({ archived_at }) => archived_at === null) ?? []}
        zoom={zoom}
        onZoom={setZoom}
        onChange={change}
        actions={
          <Button
            size="compact-sm"
            variant="filled"
            renderRoot={(props) => <Link to="/jobs/new" {...props} />}
          >
            New job
          </Button>
        }
      />
      {board && tables && isPhone ? (
        <>
          <BoardList
            board={board}
            tables={tables}
            days={days}
            order={order}
            onOpen={(visit) => change({ visit })}
          />
          {drawer}
        </>
      ) : board && tables ? (
        <BoardView
          live={{ ...live, board, tables }}
          days={days}
          order={order}
          zoom={zoomStep ** zoom}
          openVisit={search.visit}
          onOpen={(visit) => change({ visit })}
          drawer={drawer}
        />
      ) : live.error ? (
        <Problem title="The board could not be loaded" error={live.error} onRetry={live.retry} />
      ) : (
        <RowSkeleton rows={12} height={56} />
      )}
    </div>
  );
}
