import { Button } from '@mantine/core';
import { jobNumber } from '@muster/domain/jobs/rules';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { BoardBar } from '../../features/board/components/bar/board-bar.tsx';
import { useBoard } from '../../features/board/components/state/use-board.ts';
import { type BoardSearch, daysShown } from '../../features/board/model/board-search.ts';
import { filterChoices } from '../../features/board/model/filter-choices.ts';
import { orderOf } from '../../features/board/model/order.ts';
import { Problem } from '../../lib/kit/problem.tsx';
import { RowSkeleton } from '../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../lib/page.ts';
import { createPointed, usePointed } from '../../lib/pointed.ts';
import { type Change, withChange } from '../../lib/search-params.ts';
import { DayMapPanel } from './board-map.tsx';
import { JobDrawer } from './job-drawer.tsx';
import { useBusiness } from './use-business.ts';

/** The map of a day alone: on a phone, or on a screen of its own. */
export function MapPage() {
  const search: BoardSearch = useSearch({ from: '/signed-in/account/dispatch/map' });
  const navigate = useNavigate();
  const { today } = useBusiness();
  const date = search.date ?? today;
  const dates = useMemo(() => daysShown('day', date), [date]);
  const live = useBoard(date, date, false);
  const { board, tables } = live;
  const [pointed] = useState(createPointed);
  const root = useRef<HTMLDivElement>(null);
  usePointed(root, pointed);
  usePage('Map');
  const days = useMemo(
    () => board?.days.filter((day) => dates.includes(day.date)) ?? [],
    [board?.days, dates],
  );
  const order = useMemo(
    () => (board && tables ? orderOf(board, tables, days, search) : []),
    [board, tables, days, search],
  );

  function change(wanted: Change<BoardSearch>) {
    void navigate({ to: '.', search: withChange(search, wanted), resetScroll: false });
  }

  const openedJob = tables?.visits.find(({ id }) => id === search.visit)?.job_id;
  const opened = tables?.jobs.find(({ id }) => id === openedJob);
  return (
    <div className="board-page map-page" data-fills ref={root}>
      <BoardBar
        search={search}
        date={date}
        today={today}
        {...filterChoices(tables)}
        onChange={change}
        actions={null}
      />
      {board && tables ? (
        <div className="board">
          <DayMapPanel
            board={board}
            tables={tables}
            days={days}
            order={order}
            search={search}
            pointed={pointed}
            onChange={change}
            onOpen={(visit) => change({ visit })}
            title="Map of the day"
            actions={
              <Button
                size="compact-sm"
                variant="default"
                renderRoot={(props) => (
                  <Link to="/" search={withChange(search, { map: undefined, route: undefined })} {...props} />
                )}
              >
                Board
              </Button>
            }
          />
          {opened && (
            <JobDrawer given={jobNumber(opened.number)} onClose={() => change({ visit: undefined })} />
          )}
        </div>
      ) : live.error ? (
        <Problem title="The map could not be loaded" error={live.error} onRetry={live.retry} />
      ) : (
        <RowSkeleton rows={12} height={56} />
      )}
    </div>
  );
}
