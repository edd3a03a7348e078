import { Button } from '@mantine/core';
import { jobNumber } from '@muster/domain/work/jobs/rules';
import { Link, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { BoardBar } from '../../../features/dispatch/board/components/board-bar.tsx';
import { useBoard } from '../../../features/dispatch/board/components/state/use-board.ts';
import type { BoardSearch } from '../../../features/dispatch/board/model/board-search.ts';
import { filterChoices } from '../../../features/dispatch/board/model/rows.ts';
import { Problem } from '../../../lib/kit/problem.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { usePointed } from '../../../lib/board/pointed-visits.ts';
import { withChange } from '../../../lib/page/search-params.ts';
import { DayMapPanel } from './board-map.tsx';
import { JobDrawer } from '../work/job-drawer.tsx';
import { useBusiness } from '../work/use-business.ts';
import { useShownBoard } from './use-shown-board.ts';

/** The map of a day alone: on a phone, or on a screen of its own. */
export function MapPage() {
  const search: BoardSearch = useSearch({ from: '/signed-in/account/dispatch/map' });
  const { today } = useBusiness();
  const date = search.date ?? today;
  const live = useBoard(date, date, false);
  const { board, tables } = live;
  const shown = useShownBoard(search, live);
  const { pointed, opened, change } = shown;
  const root = useRef<HTMLDivElement>(null);
  usePointed(root, pointed);
  usePage('Map');
  return (
    <div className="board-page map-page" data-fills ref={root}>
      <BoardBar search={search} date={date} today={today} {...filterChoices(tables)} onChange={change} />
      {board && tables ? (
        <div className="board">
          <DayMapPanel
            board={board}
            tables={tables}
            shown={shown}
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
        <Problem title="We couldn’t load the map" error={live.error} onRetry={live.retry} />
      ) : (
        <RowSkeleton rows={12} height={56} />
      )}
    </div>
  );
}
