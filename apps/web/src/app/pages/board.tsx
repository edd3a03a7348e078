import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { jobNumber } from '@muster/domain/jobs/rules';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { ChangeList } from '../../features/changes/components/change-list.tsx';
import { BoardBar } from '../../features/board/components/board-bar.tsx';
import { BoardList } from '../../features/board/components/board-list.tsx';
import { DispatchDay } from '../../features/board/components/dispatch-day.tsx';
import { BoardView } from '../../features/board/components/board-view.tsx';
import { useBoard } from '../../features/board/components/use-board.ts';
import { type BoardSearch, daysShown } from '../../features/board/model/board-search.ts';
import { orderOf } from '../../features/board/model/order.ts';
import { QuickAddDoor } from '../../features/quick-add/components/quick-add-door.tsx';
import { Problem } from '../../lib/kit/problem.tsx';
import { RowSkeleton } from '../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../lib/page.ts';
import { type Change, withChange } from '../../lib/search-params.ts';
import { NewJobInSlot, type Slot } from './board-new-job.tsx';
import { JobDrawer } from './job-drawer.tsx';
import { useBusiness } from './use-business.ts';
import { useWords } from './use-words.ts';

const zoomStep = 1.35;

/** The main page: technicians down, time across, and what waits at the side. */
export function BoardPage({ note }: { note: ReactNode }) {
  const search: BoardSearch = useSearch({ from: '/signed-in/account/dispatch/' });
  const navigate = useNavigate();
  const { today } = useBusiness();
  const date = search.date ?? today;
  const view = search.view ?? 'day';
  const dates = useMemo(() => daysShown(view, date), [view, date]);
  const live = useBoard(dates[0]!, dates.at(-1)!);
  const [zoom, setZoom] = useState(0);
  const [slot, setSlot] = useState<Slot>();
  const words = useWords();
  usePage('Board');

  function change(wanted: Change<BoardSearch>) {
    void navigate({ to: '.', search: withChange(search, wanted), resetScroll: false });
  }

  const { board, tables } = live;
  const days = useMemo(
    () => board?.days.filter((day) => dates.includes(day.date)) ?? [],
    [board?.days, dates],
  );
  const order = useMemo(
    () => (board && tables ? orderOf(board, tables, days, search) : []),
    [board, tables, days, search],
  );
  const openedJob = tables?.visits.find(({ id }) => id === search.visit)?.job_id;
  const opened = tables?.jobs.find(({ id }) => id === openedJob);
  const isPhone = useMediaQuery('(width < 900px)', false, { getInitialValueInEffect: false });
  const drawer = slot ? (
    <NewJobInSlot
      key={`${slot.technician} ${slot.start}`}
      slot={slot}
      onDone={(visit) => {
        setSlot(undefined);
        if (visit) change({ visit });
      }}
    />
  ) : (
    opened && <JobDrawer given={jobNumber(opened.number)} onClose={() => change({ visit: undefined })} />
  );
  return (
    <div className="board-page" data-fills data-board>
      {note && <div className="board-page__note">{note}</div>}
      <BoardBar
        search={search}
        date={date}
        today={today}
        skills={tables?.skills.filter(({ archived_at }) => archived_at === null) ?? []}
        zoom={zoom}
        onZoom={setZoom}
        onChange={change}
        actions={
          <>
            <Button
              size="compact-sm"
              variant="subtle"
              renderRoot={(props) => <Link to="/print/day" search={{ date }} {...props} />}
            >
              Print
            </Button>
            {board && tables && days.length === 1 && (
              <DispatchDay live={{ ...live, board, tables }} day={days[0]!} />
            )}
            {board && tables && (
              <QuickAddDoor
                board={board}
                tables={tables}
                today={today}
                isOpen={search.quick === true}
                onOpen={() => change({ quick: true })}
                onClose={() => change({ quick: undefined })}
              />
            )}
            <Button
              size="compact-sm"
              variant="filled"
              renderRoot={(props) => <Link to="/jobs/new" {...props} />}
            >
              New job
            </Button>
          </>
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
          search={search}
          onOpen={(visit) => change({ visit })}
          onOpenTechnician={(id) => void navigate({ to: '/technicians/$id', params: { id } })}
          onShowDay={(day) => change({ date: day })}
          onNew={(technician, start) =>
            setSlot({ technician, start, name: board.technicians.get(technician)!.row.name })
          }
          drawer={drawer}
          history={
            <ChangeList filters={{}} words={words} today={today} empty="Nothing has been changed yet." />
          }
        />
      ) : live.error ? (
        <Problem title="The board could not be loaded" error={live.error} onRetry={live.retry} />
      ) : (
        <RowSkeleton rows={12} height={56} />
      )}
    </div>
  );
}
