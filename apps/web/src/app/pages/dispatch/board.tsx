import { useMediaQuery } from '@mantine/hooks';
import { jobNumber } from '@muster/domain/work/jobs/rules';
import { hasBegun } from '@muster/domain/work/visits/states';
import { nearestDay } from '@muster/domain/planning/scenarios/rules';
import { lateNews } from '@muster/domain/dispatch/scheduling/board/attention';
import type { BoardVisit, Board, BoardDay } from '@muster/domain/dispatch/scheduling/board/board';
import { dateAt, type LocalDate } from '@muster/domain/values/local-time';
import { notify } from '@muster/ui/toast';
import { useNavigate, useRouteContext, useSearch, Link } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import { Button, Group, Text } from '@mantine/core';
import { momentText } from '@muster/domain/work/assignments/rules';
import { dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { ChangeList } from '../../../features/basics/changes/components/change-list.tsx';
import { type BarTool, closest } from '../../../features/dispatch/board/components/bar-tools.tsx';
import { BoardBar } from '../../../features/dispatch/board/components/board-bar.tsx';
import { BoardPhone } from '../../../features/dispatch/board/components/board-phone.tsx';
import { BoardView } from '../../../features/dispatch/board/components/board-view.tsx';
import { type LiveBoard, useBoard } from '../../../features/dispatch/board/components/state/use-board.ts';
import { rowHeights, useLook } from '../../../features/dispatch/board/components/state/use-look.ts';
import { filterChoices, groupsOf } from '../../../features/dispatch/board/model/rows.ts';
import type { PlanDay } from '../../../features/dispatch/board/model/remedies.ts';
import { type BoardSearch, daysShown, turned } from '../../../features/dispatch/board/model/board-search.ts';
import { PlanSelected, PlanButton } from '../../../features/planning/plan-runs/components/plan-menu.tsx';
import { PlanStrip } from '../../../features/planning/plan-runs/components/plan-strip.tsx';
import { Why } from '../../../features/planning/plan-runs/components/why.tsx';
import { type Planning, usePlanning } from '../../../features/planning/plan-runs/components/use-planning.ts';
import { daysInWords, quickRepair } from '../../../features/planning/plan-runs/model/ways.ts';
import { useColleagues } from '../../../features/dispatch/presence/components/use-colleagues.ts';
import { WhoIsHere } from '../../../features/dispatch/presence/components/who-is-here.tsx';
import { type Colleagues, ColleaguesContext } from '../../../lib/kit/colleagues.ts';
import { Problem } from '../../../lib/kit/problem.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { toDispatch, useCommands } from '../../../features/dispatch/board/components/state/use-moves.ts';
import {
  loadQuickAdd,
  QuickAddDoor,
} from '../../../features/dispatch/quick-add/components/quick-add-door.tsx';
import { DayMapPanel, mapTool } from './board-map.tsx';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { ProposalPanel } from '../../../features/planning/plan-runs/components/proposal-panel.tsx';
import { NewJob } from '../../../features/work/jobs/components/new-job.tsx';
import { RecordDrawer } from '../../../lib/kit/drawer/record-drawer.tsx';
import { useInvoiceAttention } from '../../../lib/board/invoice-attention.ts';
import { useSeesMoney } from '../money/use-money.ts';
import { useBusiness, useWords } from '../work/use-business.ts';
import { DispatchDialog } from '../../../features/messages/dispatch-previews/components/dispatch-dialog.tsx';
import { JobDrawer } from '../work/job-drawer.tsx';
import { TechnicianDrawer } from '../work/technician-drawer.tsx';
import { useShownBoard } from './use-shown-board.ts';

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
  const search: BoardSearch = useSearch({ strict: false });
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
  /** What is about to be dispatched: everybody's day, somebody's, or some visits. */
  const [dispatching, setDispatching] = useState<Pick<DispatchProps, 'technician' | 'visits' | 'onDone'>>();
  const words = useWords();
  const invoices = useInvoiceAttention(useSeesMoney());
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
    // What is proposed takes the place of whoever it was asked for.
    onPlan: (plan, day) =>
      change({ plan, technician: undefined, ...(day && { date: day, view: undefined }) }),
  });
  const links = {
    onOpen: (visit: string) => change({ visit, technician: undefined, new: undefined }),
    // The page of a technician is of the live business: on a board where things are tried, it is somewhere else.
    onOpenTechnician: (id: string) =>
      trial
        ? void navigate({ to: '/technicians/$id', params: { id } })
        : change({ technician: id, visit: undefined, new: undefined }),
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
  const dispatchDay = (technician: string) =>
    toDispatch(board!, days[0]!, technician).length > 0
      ? setDispatching({ technician })
      : notify({ level: 'info', text: 'Everything on this day is already dispatched.' });
  const dispatchVisits = (visits: readonly string[], onDone: () => void) => {
    // Those that nobody was told of yet.
    const planned = visits.filter((id) => board!.visits.get(id)?.row.state === 'planned');
    if (planned.length > 0) setDispatching({ visits: planned, onDone });
    else
      notify({
        level: 'info',
        text:
          visits.length === 1
            ? 'This visit is already dispatched.'
            : 'All of these visits are already dispatched.',
      });
  };
  const groups = useMemo(
    () => (tables ? groupsOf(tables, order, search.group) : []),
    [tables, order, search.group],
  );
  const drawer =
    slot || (search.new && !trial) ? (
      <NewJobBeside
        key={slot ? `${slot.technician} ${slot.start}` : 'new'}
        slot={slot}
        onDone={(visit) => {
          setSlot(undefined);
          change({ new: undefined, ...(visit && { visit }) });
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
        lateNews={board && ((id) => lateOn(board, id))}
        onClose={() => change({ visit: undefined })}
      />
    ) : search.technician !== undefined && !trial ? (
      <TechnicianDrawer
        id={search.technician}
        date={date}
        hasBegun={board !== undefined && isAtWork(board, search.technician, date)}
        isAsking={planning.isAsking}
        onOpenVisit={links.onOpen}
        onRepair={(away) => planning.start(quickRepair, away.from === away.to ? away.from : undefined, away)}
        onClose={() => change({ technician: undefined })}
      />
    ) : (
      board && planning.proposal && <PlanDrawer planning={planning} board={board} {...links} />
    );
  const showAll = () => change({ search: undefined, skill: undefined, area: undefined });
  const empty = tables && <NobodyShown isNobody={tables.technicians.length === 0} onAll={showAll} />;
  const hidden = tables === undefined || order.length === 0 ? 0 : tables.technicians.length - order.length;
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
          presence={!trial && <WhoIsHere others={others} nameOf={(id) => nameOf(board?.visits.get(id))} />}
          tools={[
            ...proposalTools(planning, isPhone),
            mapTool({ search, isPhone, onChange: change }),
            ...(trial || !board ? [] : liveTools(date, () => change({ quick: true }))),
          ]}
          actions={
            <>
              {!trial && board && days.length === 1 && (
                <DispatchDay live={{ ...live, board }} day={days[0]!} onOpen={() => setDispatching({})} />
              )}
              {!trial && (
                <Button size="compact-sm" onClick={() => change({ new: true })}>
                  New job
                </Button>
              )}
              <PlanButton
                busy={planning.isAsking}
                days={planned}
                technicians={tables && order.length < tables.technicians.length ? order : undefined}
                onPlan={planning.start}
              />
            </>
          }
        />
        {!trial && board && tables && (
          <QuickAddDoor
            board={board}
            tables={tables}
            today={today}
            isOpen={search.quick === true}
            onOpen={() => change({ quick: true })}
            onClose={() => change({ quick: undefined })}
          />
        )}
        <PlanStrip planning={planning} me={user.id} isPhone={isPhone} />
        {hidden > 0 && (
          <Group component="output" className="board-page__note" gap="sm">
            <Text size="sm">
              {order.length} of {tables!.technicians.length} technicians shown. The rest don’t match your
              search or filters.
            </Text>
            <Button size="compact-xs" variant="subtle" onClick={showAll}>
              Show all
            </Button>
          </Group>
        )}
        {board && tables && isPhone ? (
          <>
            <BoardPhone
              live={{ ...live, board, tables }}
              days={days}
              order={order}
              empty={empty}
              history={history}
              invoices={invoices}
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
            onZoom={(steps) => setZoom((before) => Math.min(Math.max(before + steps, 0), closest))}
            search={search}
            invoices={invoices}
            {...links}
            difference={planning.difference}
            renderSelected={(visits) => (
              <PlanSelected days={planned} visits={visits} busy={planning.isAsking} onPlan={planning.start} />
            )}
            onPlan={mend}
            onDispatchDay={dispatchDay}
            onDispatchVisits={dispatchVisits}
            onShowDay={(day) => change({ date: day })}
            onTurn={(pages) => change({ date: turned(view, date, pages) })}
            onNew={(technician, start) =>
              trial
                ? notify({ level: 'info', text: 'Add new jobs on the live board.' })
                : setSlot({ technician, start, name: board.technicians.get(technician)!.row.name })
            }
            pointed={pointed}
            onName={(technician) =>
              search.map
                ? change({ route: technician === search.route ? undefined : technician })
                : links.onOpenTechnician(technician)
            }
            renderMap={
              search.map && ((on) => <DayMapPanel board={board} tables={tables} shown={shown} {...on} />)
            }
            drawer={drawer}
            empty={empty}
            history={history}
          />
        ) : live.error ? (
          <Problem title="We couldn’t load the board" error={live.error} onRetry={live.retry} />
        ) : (
          <RowSkeleton rows={12} height={rowHeights[look.density]} />
        )}
        {board && dispatching !== undefined && (
          <Dispatch
            live={{ ...live, board }}
            day={days[0]!}
            {...dispatching}
            onClose={() => setDispatching(undefined)}
          />
        )}
      </div>
    </ColleaguesContext>
  );
}

/** Whether somebody has begun any visit of the day. */
function isAtWork({ bookings, business }: Board, technician: string, day: LocalDate): boolean {
  const own = bookings.get(technician)?.list ?? [];
  return own.some(({ start, visit }) => dateAt(start, business.zone) === day && hasBegun(visit.row.state));
}

function lateOn(board: Board, id: string) {
  const visit = board.visits.get(id);
  return visit && lateNews(board, visit);
}

function nameOf(visit: BoardVisit | undefined): string | undefined {
  return visit && `${visit.row.number} ${visit.row.customer}`;
}

/** In the bar, what only the live board has: paper, and new work in plain words. */
function liveTools(date: LocalDate, onAdd: () => void): readonly BarTool[] {
  return [
    {
      label: 'Print the day',
      title: 'Print the day',
      icon: 'print',
      renderRoot: (props) => <Link to="/print/day" search={{ date }} {...props} />,
    },
    {
      label: 'Quick add',
      title: 'A job in plain words (q)',
      icon: 'quick',
      isWord: true,
      shortcut: 'Q',
      onPress: onAdd,
      onNear: () => void loadQuickAdd().catch(() => {}),
    },
  ];
}

interface DispatchDayProps {
  live: LiveBoard & { board: Board };
  day: BoardDay;
  onOpen: () => void;
}

/** The way to dispatch a day, after saying who will be told. */
function DispatchDay({ live, day, onOpen }: DispatchDayProps) {
  const count = toDispatch(live.board, day).length;
  return (
    <Button
      className="board-bar__dispatch"
      size="compact-sm"
      variant="default"
      disabled={count === 0}
      onClick={onOpen}
    >
      {count === 0 ? 'All dispatched' : `Dispatch ${count}`}
    </Button>
  );
}

interface DispatchProps extends Omit<DispatchDayProps, 'onOpen'> {
  technician?: string;
  visits?: readonly string[];
  /** Nothing is left to be done with them. */
  onDone?: () => void;
  onClose: () => void;
}

function Dispatch({ live, day, technician, visits, onDone, onClose }: DispatchProps) {
  const { board } = live;
  const { dispatchAll, dispatch } = useCommands(live);
  const { role } = useRouteContext({ from: '/signed-in' }).session.user;
  const name = technician && board.technicians.get(technician)?.row.name;
  const first = visits && board.assignments.get(visits[0]!)?.[0]?.start;
  return (
    <DispatchDialog
      date={first === undefined ? day.date : dateAt(first, board.business.zone)}
      technician={technician && name ? { id: technician, name } : undefined}
      visits={visits}
      count={visits?.length ?? toDispatch(board, day, technician).length}
      mayInvite={role === 'owner'}
      onDispatch={async (told) => {
        const isDone = await (visits ? dispatch(visits, told) : dispatchAll(day, technician, told));
        if (isDone) onDone?.();
        return isDone;
      }}
      onClose={onClose}
    />
  );
}

/** In the bar: proposals that wait for an answer. */
function proposalTools({ open, proposal, show }: Planning, isPhone: boolean | undefined): BarTool[] {
  return open
    .filter(({ id }) => !isPhone && id !== proposal?.id)
    .map((one) => ({
      label: 'Proposal',
      title: `${one.made_by.name || 'A program'} has planned ${daysInWords(one)}`,
      icon: 'plan',
      isWord: true,
      isUrgent: true,
      onPress: () => show(one.id),
    }));
}

interface PlanDrawerProps extends Omit<
  ComponentProps<typeof ProposalPanel>,
  'proposal' | 'choice' | 'onRepair' | 'onClose'
> {
  planning: Planning;
  board: Board;
}

/** The proposal that somebody looks at, if there is one. */
function PlanDrawer({ planning, ...panel }: PlanDrawerProps) {
  const { proposal, show, start } = planning;
  return (
    proposal && (
      <ProposalPanel
        key={proposal.id}
        {...panel}
        proposal={proposal}
        choice={planning}
        onRepair={() => start(quickRepair, undefined, proposal)}
        onClose={() => show(undefined)}
      />
    )
  );
}

interface NobodyShownProps {
  /** Whether there is nobody at all, and not only nobody who fits. */
  isNobody: boolean;
  onAll: () => void;
}

/** A board without a row: why, and what to do about it. */
function NobodyShown({ isNobody, onAll }: NobodyShownProps) {
  return isNobody ? (
    <EmptyList
      title="Add your first technician"
      text="Each technician gets a row that shows when they work, where they are and their visits. Unscheduled visits wait beside the board: drag them into a row."
      action={
        <Button variant="filled" renderRoot={(props) => <Link to="/technicians/new" {...props} />}>
          Add a technician
        </Button>
      }
    />
  ) : (
    <EmptyList
      title="No results"
      text="No technicians or visits match your search and filters."
      action={<Button onClick={onAll}>Show everyone</Button>}
    />
  );
}

/** An empty place on the board that somebody wants to fill. */
interface Slot {
  technician: string;
  name: string;
  start: EpochMinutes;
}

interface NewJobBesideProps {
  /** The place on the board where somebody asked for it. */
  slot: Slot | undefined;
  onDone: (visit?: string) => void;
}

/** A new job beside the board, which stays as it is; from an empty place, its first visit goes there. */
function NewJobBeside({ slot, onDone }: NewJobBesideProps) {
  const { zone } = useBusiness();
  const place = slot && `${slot.name}, ${dayInWords(slot.start, zone)} ${timeInWords(slot.start, zone)}`;
  return (
    <RecordDrawer isWide title={place ? `New job: ${place}` : 'New job'} onClose={() => onDone()}>
      <NewJob
        customer={undefined}
        {...(slot
          ? { place: { technicians: [slot.technician], starts_at: momentText(slot.start) } }
          : { zone })}
        onAdded={(_, { visits }) => onDone(visits[0]!.id)}
        onCancel={() => onDone()}
      />
    </RecordDrawer>
  );
}
