import { Button, CloseButton, Select, Tabs, VisuallyHidden } from '@mantine/core';
import { attentionOn } from '@muster/domain/dispatch/scheduling/board/attention';
import type { Board, BoardDay, BoardVisit } from '@muster/domain/dispatch/scheduling/board/board';
import { type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react';
import { skillName } from '@muster/domain/dispatch/scheduling/board/prepare';
import { dateInWords, lengthInWords } from '@muster/domain/values/clock-words';
import { dateAt, type LocalDate } from '@muster/domain/values/local-time';
import type { PlanDay, Remedy } from '../model/remedies.ts';
import type { Doubt } from '../model/outbox.ts';
import type { BoardSearch } from '../model/board-search.ts';
import { byDue, holds, type TraySort, traySorts, waiting } from '../model/rows.ts';
import type { InvoiceAttention } from '@muster/domain/messages/payment-reminders/schema';
import { useFollowUps } from '../../../../lib/board/follow-ups.ts';
import { attentionCount } from '../../../../lib/board/invoice-attention.ts';
import { useMissedCalls } from '../../../../lib/board/missed-calls.ts';
import { useTextAnswers } from '../../../../lib/board/text-answers.ts';
import { useUntold } from '../../../../lib/board/untold.ts';
import { useVisitRequests } from '../../../../lib/board/visit-requests.ts';
import { AttentionList } from './attention-list.tsx';
import { Icon } from '@muster/ui/icon';
import { toggled } from './grid/use-layout.ts';
import { trayWidths } from './state/use-look.ts';
import { clockWords } from '../../../../lib/format/clock.ts';
import { ColleagueBadge } from '../../../../lib/kit/colleague-badge.tsx';
import { markColour, useMarks } from '../../../../lib/kit/colleagues.ts';
import type { Refusal } from './state/use-board.ts';
import './tray.css';

interface BoardSideProps {
  board: Board;
  /** What is to be done at each visit, in a line. */
  workOf: ReadonlyMap<string, string>;
  days: readonly BoardDay[];
  trayRef: RefObject<HTMLElement | null>;
  isTarget: boolean;
  width: number;
  onWidth: (width: number) => void;
  refusals: ReadonlyMap<string, Refusal>;
  inDoubt: ReadonlyMap<string, Doubt>;
  onDismiss: (visit: string) => void;
  /** While something else has its place. */
  isHidden: boolean;
  openVisit: string | undefined;
  history: ReactNode;
  invoices: InvoiceAttention;
  onPointerDown: (event: React.PointerEvent, visit: string) => void;
  onOpen: (visit: string) => void;
  onOpenTechnician: (technician: string) => void;
  onPickUp: (visit: string) => void;
  onFindSlot: (visit: string) => void;
  onRemedy: (remedy: Remedy) => void;
  onPlan: PlanDay;
  search: BoardSearch;
  sort: TraySort;
  onSort: (sort: TraySort) => void;
  picked: ReadonlySet<string>;
  onPicked: (picked: ReadonlySet<string>) => void;
  isSelecting: boolean;
  renderSelected: (visits: readonly string[]) => ReactNode;
}

/** Beside the board: what waits, what needs a decision, and what was done. */
export function BoardSide(props: BoardSideProps) {
  const { board, days, trayRef, isTarget, isHidden, history, width, onWidth, ...shared } = props;
  const { search } = props.search;
  const { sort, workOf } = props;
  const visits = useMemo(
    () =>
      waiting(board, sort).filter(
        ({ row }) =>
          search === undefined ||
          holds(
            `${row.number} ${row.customer} ${row.site.suburb} ${row.priority} ${skillsOf(board, row).join(' ')} ${workOf.get(row.id) ?? ''}`,
            search,
          ),
      ),
    [board, search, sort, workOf],
  );
  // Today, if it is in sight.
  const day = days.find(({ start, end }) => start <= board.now && board.now < end) ?? days[0];
  const found = useMemo(() => (day ? attentionOn(board, day) : []), [board, day]);
  const followUps = useFollowUps();
  const untold = useUntold();
  const requests = useVisitRequests();
  const answers = useTextAnswers();
  const missed = useMissedCalls();
  const left = [followUps, untold, requests, answers, missed];
  const waitingOnes = left.reduce(
    (sum, { rows, more }) => sum + rows.length + more,
    attentionCount(props.invoices),
  );
  // Notices appear beside it, wherever they are drawn.
  useEffect(() => {
    document.documentElement.style.setProperty('--tray', `${width}px`);
    return () => void document.documentElement.style.removeProperty('--tray');
  }, [width]);
  const pressing = found.filter(({ kind }) => kind !== 'ticket').length + waitingOnes;
  return (
    <aside
      className="tray"
      ref={trayRef}
      data-target={isTarget || undefined}
      hidden={isHidden}
      aria-label="Beside the board"
      style={{ width }}
    >
      <Splitter label="Width of the tray" width={width} onWidth={onWidth} />
      <Tabs defaultValue="tray" keepMounted={false}>
        <Tabs.List grow>
          <Tabs.Tab value="tray">
            Unscheduled <span className="tray__count">{visits.length}</span>
          </Tabs.Tab>
          <Tabs.Tab value="attention">
            Attention{' '}
            <span className="tray__count" data-pressing={pressing > 0 || undefined}>
              {found.length + waitingOnes}
            </span>
          </Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tray">
          <Tray
            board={board}
            today={dateAt(board.now, board.business.zone)}
            visits={visits}
            isSought={search !== undefined}
            isTarget={isTarget}
            {...shared}
          />
        </Tabs.Panel>
        <Tabs.Panel value="attention">
          {day && (
            <AttentionList
              {...shared}
              board={board}
              day={day}
              found={found}
              followUps={followUps}
              untold={untold}
              requests={requests}
              answers={answers}
              missed={missed}
            />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="history">{history}</Tabs.Panel>
      </Tabs>
    </aside>
  );
}

interface TrayProps {
  board: Board;
  today: LocalDate;
  workOf: ReadonlyMap<string, string>;
  visits: readonly BoardVisit[];
  /** Whether somebody looks for something. */
  isSought: boolean;
  sort: TraySort;
  onSort: (sort: TraySort) => void;
  /** Those that are selected, to be placed or planned together. */
  picked: ReadonlySet<string>;
  onPicked: (picked: ReadonlySet<string>) => void;
  /** Whether a click selects. */
  isSelecting: boolean;
  /** What can be done with those that are selected. */
  renderSelected: (visits: readonly string[]) => ReactNode;
  /** While somebody holds a visit that would be put back here. */
  isTarget: boolean;
  openVisit: string | undefined;
  refusals: ReadonlyMap<string, Refusal>;
  inDoubt: ReadonlyMap<string, Doubt>;
  onDismiss: (visit: string) => void;
  onPointerDown: (event: React.PointerEvent, visit: string) => void;
  onOpen: (visit: string) => void;
  onPickUp: (visit: string) => void;
  onFindSlot: (visit: string) => void;
}

const sortWords: Record<TraySort, string> = {
  priority: 'Most urgent first',
  due: 'Due first',
  longest: 'Longest first',
  suburb: 'By suburb',
};

/** What waits to be planned, to be dragged onto the board; and where a visit is put back to. */
function Tray({
  board,
  today,
  visits,
  isTarget,
  isSought,
  sort,
  onSort,
  renderSelected,
  ...rest
}: TrayProps) {
  const { picked, onPicked } = rest;
  return (
    <>
      {visits.length > 1 && (
        <Select
          size="xs"
          variant="unstyled"
          className="tray__sort"
          aria-label="Sort unscheduled visits"
          allowDeselect={false}
          data={traySorts.map((value) => ({ value, label: sortWords[value] }))}
          value={sort}
          onChange={(value) => onSort(value!)}
        />
      )}
      {isTarget && <p className="tray__drop">Drop here to unschedule</p>}
      {visits.length === 0 && (
        <p className="tray__empty">{isSought ? 'No results' : 'Everything is planned.'}</p>
      )}
      {byDue(visits, today).map(({ label, visits: due }) => (
        <TrayGroup key={label} board={board} label={label} visits={due} {...rest} />
      ))}
      {picked.size > 0 && (
        <div className="tray__picked" role="toolbar" aria-label="Selected unscheduled visits">
          <b>{picked.size} selected</b>
          <span>{picked.size > 1 ? 'Drag one to place them all' : 'Drag it onto the board'}</span>
          {renderSelected([...picked])}
          <CloseButton aria-label="Clear selection" onClick={() => onPicked(new Set())} />
        </div>
      )}
    </>
  );
}

type GroupProps = Omit<TrayProps, 'isTarget' | 'today' | 'isSought' | 'sort' | 'onSort' | 'renderSelected'>;

/** As many of a group as somebody looks through at first; one press shows all. */
const mostShown = 20;

function TrayGroup({ board, label, visits, ...rest }: GroupProps & { label: string }) {
  const [isOpen, setOpen] = useState(true);
  const [isWhole, setWhole] = useState(false);
  const { picked, onPicked } = rest;
  const ids = visits.map(({ row }) => row.id);
  const isPicked = ids.every((id) => picked.has(id));
  const shown = isWhole ? visits : visits.slice(0, mostShown);
  return (
    <section className="tray__group" aria-label={label}>
      <h2>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name="chevron" />
          {label} <span>{visits.length}</span>
        </button>
        <button
          type="button"
          className="tray__all"
          aria-label={`${isPicked ? 'Deselect' : 'Select'} all ${visits.length}: ${label}`}
          onClick={() => {
            const others = [...picked].filter((id) => !ids.includes(id));
            onPicked(new Set(isPicked ? others : [...others, ...ids]));
          }}
        >
          {isPicked ? 'Deselect all' : 'Select all'}
        </button>
      </h2>
      {isOpen && (
        <ul>
          {shown.map((visit) => (
            <Card key={visit.row.id} board={board} visit={visit} {...rest} />
          ))}
        </ul>
      )}
      {isOpen && shown.length < visits.length && (
        <Button size="compact-xs" variant="default" onClick={() => setWhole(true)}>
          Show {visits.length - shown.length} more
        </Button>
      )}
    </section>
  );
}

function Card({ board, visit: { row }, ...props }: Omit<GroupProps, 'visits'> & { visit: BoardVisit }) {
  const work = props.workOf.get(row.id);
  const refusal = props.refusals.get(row.id);
  const doubt = props.inDoubt.get(row.id);
  const mark = useMarks().get(row.id);
  const skills = skillsOf(board, row);
  const needs = [...(row.crewSize > 1 ? [`crew of ${row.crewSize}`] : []), ...skills];
  const pick = () => props.onPicked(toggled(props.picked, row.id));
  return (
    <li>
      <button
        type="button"
        className="tray__visit"
        data-visit={row.id}
        data-priority={row.priority}
        data-open={props.openVisit === row.id || undefined}
        data-picked={props.picked.has(row.id) || undefined}
        data-doubt={doubt}
        data-mark={mark?.kind}
        style={markColour(mark)}
        aria-keyshortcuts="M F X"
        title={[
          work,
          `${row.number} ${row.customer}, ${row.site.suburb}`,
          [whenOf(row), ...needs].filter(Boolean).join(' · '),
        ]
          .filter(Boolean)
          .join('\n')}
        onPointerDown={(event) => props.onPointerDown(event, row.id)}
        onClick={(event) =>
          props.isSelecting || event.ctrlKey || event.metaKey || event.shiftKey
            ? pick()
            : props.onOpen(row.id)
        }
        onKeyDown={(event) => {
          if (event.key === 'm') props.onPickUp(row.id);
          else if (event.key === 'f') props.onFindSlot(row.id);
          else if (event.key === 'x') pick();
          else return;
          event.preventDefault();
        }}
      >
        <b>{work ?? row.customer}</b>
        <span className="tray__who">
          <span>
            {work !== undefined && `${row.customer} · `}
            {row.site.suburb}
          </span>
          <time>{lengthInWords(row.duration)}</time>
        </span>
        <span className="tray__facts">
          <em data-priority={row.priority}>{row.priority}</em>
          {row.crewSize > 1 && (
            <i className="tray__need" data-need="crew" role="img" aria-label={`crew of ${row.crewSize}`}>
              {row.crewSize}
            </i>
          )}
          {skills.length > 0 && (
            <i className="tray__need" data-need="skills" role="img" aria-label={`needs ${skills.join(', ')}`}>
              {skills.length > 1 && skills.length}
            </i>
          )}
          {doubt === 'waiting' ? 'waiting' : whenOf(row)}
        </span>
        {props.picked.has(row.id) && <VisuallyHidden>selected</VisuallyHidden>}
        <ColleagueBadge mark={mark} isTold />
      </button>
      <div className="tray__acts">
        <button
          type="button"
          title="Place it with a click"
          aria-label={`Place ${row.customer} with a click`}
          onClick={() => props.onPickUp(row.id)}
        />
        <button
          type="button"
          title="Find a slot"
          aria-label={`Find a slot for ${row.customer}`}
          onClick={() => props.onFindSlot(row.id)}
        />
      </div>
      {refusal && (
        <p className="tray__refused">
          {refusal.text}
          <CloseButton size="md" aria-label="Dismiss" onClick={() => props.onDismiss(row.id)} />
        </p>
      )}
    </li>
  );
}

/** When it has to be. */
function whenOf({ window, date, dueBy }: BoardVisit['row']): string {
  return [
    date && dateInWords(date),
    window && `${shortTime(window.from)}–${shortTime(window.to)}`,
    !date && dueBy && `due ${dateInWords(dueBy)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function skillsOf({ business }: Board, { skills }: BoardVisit['row']): string[] {
  return skills.map((skill) => skillName(business, skill));
}

function shortTime(time: string): string {
  return clockWords(time).replace(':00', '');
}

interface SplitterProps {
  label: string;
  /** Of what lies to its right. */
  width: number;
  onWidth: (width: number) => void;
}

const stepPx = 20;

/** An edge that is dragged, or moved with the arrows, to make room. */
function Splitter({ label, width, onWidth }: SplitterProps) {
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={trayWidths.least}
      aria-valuemax={trayWidths.most}
      tabIndex={0}
      className="splitter"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        onWidth(event.currentTarget.parentElement!.getBoundingClientRect().right - event.clientX);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
        event.preventDefault();
        onWidth(width + (event.key === 'ArrowLeft' ? stepPx : -stepPx));
      }}
    />
  );
}
