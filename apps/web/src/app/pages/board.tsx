import { useMediaQuery } from '@mantine/hooks';
import { jobNumber } from '@muster/domain/jobs/rules';
import { nearestDay } from '@muster/domain/scenarios/rules';
import type { BoardVisit } from '@muster/domain/scheduling/board/prepared';
import { dateAt, type LocalDate } from '@muster/domain/values/local-time';
import { notify } from '@muster/ui/toast';
import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { ChangeList } from '../../features/changes/components/change-list.tsx';
import { BoardBar } from '../../features/board/components/bar/board-bar.tsx';
import { BoardPhone } from '../../features/board/components/phone/board-phone.tsx';
import { BoardView } from '../../features/board/components/board-view.tsx';
import { useBoard } from '../../features/board/components/state/use-board.ts';
import { rowHeights, useLook } from '../../features/board/components/state/use-look.ts';
import { filterChoices } from '../../features/board/model/filter-choices.ts';
import type { PlanDay } from '../../features/board/model/remedies.ts';
import { groupsOf } from '../../features/board/model/groups.ts';
import { type BoardSearch, daysShown, turned } from '../../features/board/model/board-search.ts';
import { PlanSelected } from '../../features/planning/components/plan-menu.tsx';
import { PlanStrip } from '../../features/planning/components/plan-strip.tsx';
import { Why } from '../../features/planning/components/why.tsx';
import { usePlanning } from '../../features/planning/components/use-planning.ts';
import { daysInWords } from '../../features/planning/model/ways.ts';
import { useColleagues } from '../../features/presence/components/use-colleagues.ts';
import { WhoIsHere } from '../../features/presence/components/who-is-here.tsx';
import { type Colleagues, ColleaguesContext } from '../../lib/kit/colleagues.ts';
import { Problem } from '../../lib/kit/problem.tsx';
import { RowSkeleton } from '../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../lib/page.ts';
import { LiveActions } from './board-actions.tsx';
import { DayMapPanel, MapSwitch } from './board-map.tsx';
import { NobodyShown } from './board-nobody.tsx';
import { PlanActions, PlanDrawer } from './board-plan.tsx';
import { NewJobInSlot, type Slot } from './board-new-job.tsx';
import { JobDrawer } from './job-drawer.tsx';
import { useBusiness } from './use-business.ts';
import { useShownBoard } from './use-shown-board.ts';
import { useWords } from './use-words.ts';

const zoomStep = 1.35;
/** To mend a day takes little searching, and whoever does it is in a hurry. */
const quickSeconds = 5;

/** What is different about a board on which things are only tried. */
interface Trial {
  /** It has no days but these. */
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Stands out on visits that are elsewhere than on the live board. */
  readonly colleagues: Colleagues;
}

/** The main page: technicians down, time across, and what waits at the side. */
export function BoardPage({ note, trial }: { note: ReactNode; trial?: Trial }) {
  const search = useSearch({ strict: false }) as BoardSearch;
  const navigate = useNavigate();
  const { today } = useBusiness();
  const date = trial ? nearestDay(search.date ?? today, trial) : (search.date ?? today);
  const view = search.view ?? 'day';
  const dates = useMemo(() => daysShown(view, date), [view, date]);
  const isPhone = useMediaQuery('(width < 900px)', false, { getInitialValueInEffect: false });
  const live = useBoard(dates[0]!, dates.at(-1)!, !isPhone);
  const [zoom, setZoom] = useState(0);
  const [slot, setSlot] = useState<Slot>();
  const { look, setLook } = useLook();
  const [isSelecting, setSelecting] = useState(false);
  const words = useWords();
  usePage('Board');

  const { board, tables } = live;
  const shown = useShownBoard(search, live);
  const { days, order, pointed, opened, change } = shown;
  const { user } = useRouteContext({ from: '/signed-in' }).session;
  const { colleagues, others } = useColleagues({
    me: user.id,
    from: dates[0]!,
    to: dates.at(-1)!,
    openVisit: search.visit,
    bookings: tables?.assignments,
  });
  const planning = usePlanning({
    from: dates[0]!,
    to: dates.at(-1)!,
    plan: search.plan,
    onPlan: (plan, day) => change({ plan, ...(day && { date: day, view: undefined }) }),
  });
  const links = {
    onOpen: (visit: string) => change({ visit }),
    onOpenTechnician: (id: string) => void navigate({ to: '/technicians/$id', params: { id } }),
  };
  const stretch = { from: dates[0]!, to: dates.at(-1)! };
  const mend: PlanDay = (way, delayOf) => {
    const wanted = { way, seconds: quickSeconds };
    if (delayOf === undefined) {
      planning.start(wanted);
      return;
    }
    const day = dateAt(board!.assignments.get(delayOf)![0]!.start, board!.business.zone);
    planning.start({ ...wanted, delay_of: delayOf }, undefined, { from: day, to: day });
  };
  const planned = daysInWords(stretch);
  const groups = useMemo(
    () => (tables ? groupsOf(tables, order, search.group) : []),
    [tables, order, search.group],
  );
  const drawer = slot ? (
    <NewJobInSlot
      key={`${slot.technician} ${slot.start}`}
      slot={slot}
      onDone={(visit) => {
        setSlot(undefined);
        if (visit) change({ visit });
      }}
    />
  ) : opened ? (
    <JobDrawer
      given={jobNumber(opened.number)}
      top={
        board &&
        tables && (
          <Why
            key={search.visit}
            board={board}
            tables={tables}
            visit={search.visit!}
            {...stretch}
            {...links}
          />
        )
      }
      onClose={() => change({ visit: undefined })}
    />
  ) : (
    board && planning.proposal && <PlanDrawer planning={planning} board={board} {...links} />
  );
  const empty = tables && (
    <NobodyShown
      isNobody={tables.technicians.length === 0}
      onAll={() => change({ search: undefined, skill: undefined, area: undefined })}
    />
  );
  const history = (
    <ChangeList filters={{}} words={words} today={today} empty="Nothing has been changed yet." />
  );
  return (
    <ColleaguesContext value={trial?.colleagues ?? colleagues}>
      <div className="board-page" data-fills data-board>
        {note && <div className="board-page__note">{note}</div>}
        <BoardBar
          search={search}
          date={date}
          today={today}
          {...filterChoices(tables)}
          hours={{ zoom, onZoom: setZoom, look, onLook: setLook, isSelecting, onSelecting: setSelecting }}
          onChange={change}
          actions={
            <>
              {!trial && <WhoIsHere others={others} nameOf={(id) => nameOf(board?.visits.get(id))} />}
              <MapSwitch search={search} isPhone={isPhone} onChange={change} />
              {!trial && (
                <LiveActions
                  live={board && tables && { ...live, board, tables }}
                  days={days}
                  date={date}
                  today={today}
                  isAdding={search.quick === true}
                  onAdding={(quick) => change({ quick: quick || undefined })}
                />
              )}
              <PlanActions
                planning={planning}
                isPhone={isPhone}
                days={planned}
                technicians={tables && order.length < tables.technicians.length ? order : undefined}
              />
            </>
          }
        />
        <PlanStrip planning={planning} me={user.id} isPhone={isPhone} />
        {board && tables && isPhone ? (
          <>
            <BoardPhone
              live={{ ...live, board, tables }}
              days={days}
              order={order}
              empty={empty}
              history={history}
              {...links}
              onPlan={mend}
              onShowDay={(day) => change({ date: day })}
            />
            {drawer}
          </>
        ) : board && tables ? (
          <BoardView
            // Beside a map it is another board: its parts have other places.
            key={search.map === undefined ? 'board' : 'board and map'}
            live={{ ...live, board, tables }}
            days={days}
            groups={groups}
            look={look}
            onLook={setLook}
            isSelecting={isSelecting}
            onSelecting={setSelecting}
            zoom={zoomStep ** zoom}
            search={search}
            {...links}
            difference={planning.difference}
            renderSelected={(visits) => (
              <PlanSelected days={planned} visits={visits} busy={planning.isAsking} onPlan={planning.start} />
            )}
            onPlan={mend}
            onShowDay={(day) => change({ date: day })}
            onTurn={(pages) => change({ date: turned(view, date, pages) })}
            onNew={(technician, start) =>
              trial
                ? notify({ level: 'info', text: 'New jobs are added on the live board.' })
                : setSlot({ technician, start, name: board.technicians.get(technician)!.row.name })
            }
            pointed={pointed}
            onName={(route) => search.map && change({ route: route === search.route ? undefined : route })}
            renderMap={
              search.map && ((on) => <DayMapPanel board={board} tables={tables} shown={shown} {...on} />)
            }
            drawer={drawer}
            empty={empty}
            history={history}
          />
        ) : live.error ? (
          <Problem title="The board could not be loaded" error={live.error} onRetry={live.retry} />
        ) : (
          <RowSkeleton rows={12} height={rowHeights[look.density]} />
        )}
      </div>
    </ColleaguesContext>
  );
}

function nameOf(visit: BoardVisit | undefined): string | undefined {
  return visit && `${visit.row.number} ${visit.row.customer}`;
}
