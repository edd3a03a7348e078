import { useInViewport } from '@mantine/hooks';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import { attentionOn } from '@muster/domain/dispatch/scheduling/board/attention';
import type { Board, BoardDay, BoardVisit } from '@muster/domain/dispatch/scheduling/board/board';
import type { VisitState } from '@muster/domain/work/visits/states';
import { dateInWords, timeInWords } from '@muster/domain/values/clock-words';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Tabs } from '@mantine/core';
import { dateAt, type LocalDate } from '@muster/domain/values/local-time';
import { ColleagueBadge } from '../../../../lib/kit/colleague-badge.tsx';
import { markColour, useMarks } from '../../../../lib/kit/colleagues.ts';
import { CrewDot } from '../../../../lib/kit/choices/crew-colour.tsx';
import { WorkStateBadge } from '../../../../lib/kit/work-state.tsx';
import { waiting, rowOf, utilisationOf } from '../model/rows.ts';
import { lateOf } from '../model/verdict.ts';
import type { PlanDay } from '../model/remedies.ts';
import type { InvoiceAttention } from '@muster/domain/messages/payment-reminders/schema';
import { useFollowUps } from '../../../../lib/board/follow-ups.ts';
import { attentionCount } from '../../../../lib/board/invoice-attention.ts';
import { useMissedCalls } from '../../../../lib/board/missed-calls.ts';
import { useTextAnswers } from '../../../../lib/board/text-answers.ts';
import { useUntold } from '../../../../lib/board/untold.ts';
import { useVisitRequests } from '../../../../lib/board/visit-requests.ts';
import { AttentionList } from './attention-list.tsx';
import { FindSlot } from './find-slot.tsx';
import type { LiveBoard } from './state/use-board.ts';
import { useMoves } from './state/use-moves.ts';
import './board-phone.css';
import './tray.css';

interface BoardPhoneProps {
  live: LiveBoard & { board: Board; tables: BoardTables };
  days: readonly BoardDay[];
  order: readonly string[];
  /** Where nobody is shown: why, and what to do about it. */
  empty: ReactNode;
  history: ReactNode;
  invoices: InvoiceAttention;
  onOpen: (visit: string) => void;
  onOpenTechnician: (technician: string) => void;
  onPlan: PlanDay;
  onShowDay: (date: LocalDate) => void;
}

const none: ReadonlySet<string> = new Set();

/** The board on a phone: the day as a list, and what stands beside the board on a desk each behind its tab. */
export function BoardPhone({ live, days, order, empty, history, ...on }: BoardPhoneProps) {
  const { board, tables } = live;
  const [seeking, setSeeking] = useState<string>();
  const moves = useMoves({ live, order, selected: none, picked: none, onFocus: () => {} });
  const open = waiting(board);
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
    attentionCount(on.invoices),
  );
  return (
    <Tabs defaultValue="day" keepMounted={false} className="board-phone">
      <Tabs.List grow>
        <Tabs.Tab value="day">Planned</Tabs.Tab>
        <Tabs.Tab value="tray">
          Unscheduled <span className="tray__count">{open.length}</span>
        </Tabs.Tab>
        <Tabs.Tab value="attention">
          Attention{' '}
          <span className="tray__count" data-pressing={found.length + waitingOnes > 0 || undefined}>
            {found.length + waitingOnes}
          </span>
        </Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="day" tabIndex={0}>
        {order.length === 0 ? (
          empty
        ) : (
          <BoardList board={board} tables={tables} days={days} order={order} {...on} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="tray" tabIndex={0}>
        <section className="board-list" aria-label="Unscheduled visits">
          <ul>
            {open.map(({ row }) => (
              <li key={row.id}>
                <button type="button" onClick={() => on.onOpen(row.id)}>
                  <b>{row.customer}</b>
                  <span>
                    {row.priority} · {row.site.suburb} · {row.duration} min
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {open.length === 0 && <p className="board-list__away">Everything is planned.</p>}
        </section>
      </Tabs.Panel>
      <Tabs.Panel value="attention" tabIndex={0}>
        {day && (
          <AttentionList
            board={board}
            day={day}
            found={found}
            followUps={followUps}
            untold={untold}
            requests={requests}
            answers={answers}
            missed={missed}
            onRemedy={(wanted) => moves.remedy(wanted, { ...on, onFindSlot: setSeeking })}
            {...on}
          />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="history" tabIndex={0}>
        {history}
      </Tabs.Panel>
      {seeking && board.visits.has(seeking) && (
        <FindSlot
          board={board}
          visit={seeking}
          from={days[0]!.date}
          onClose={() => setSeeking(undefined)}
          onBook={(technicians, start) => {
            setSeeking(undefined);
            const date = dateAt(start, board.business.zone);
            if (days.every((one) => one.date !== date)) on.onShowDay(date);
            void moves.commands.take({ visit: seeking, technicians, start });
          }}
        />
      )}
    </Tabs>
  );
}

interface BoardListProps {
  board: Board;
  tables: BoardTables;
  days: readonly BoardDay[];
  order: readonly string[];
  onOpen: (visit: string) => void;
  onOpenTechnician: (technician: string) => void;
}

/** So many more technicians are drawn each time that somebody comes to the end: hundreds at once would keep a phone busy for seconds. */
const PAGE = 20;

/** The days as a list: technician by technician, visit by visit. */
function BoardList({ board, tables, days, order, onOpen, onOpenTechnician }: BoardListProps) {
  const { zone } = board.business;
  const colours = new Map(tables.technicians.map(({ id, colour }) => [id, colour]));
  const isNow = days.some(({ start, end }) => start <= board.now && board.now < end);
  const marks = useMarks();
  const [shown, setShown] = useState(PAGE);
  return (
    <div className="board-list">
      {order.slice(0, shown).map((technician) => {
        const row = rowOf(board, technician, days);
        const load = utilisationOf(row);
        const next =
          isNow &&
          row.blocks.find(({ booking: { visit, end } }) => end > board.now && !isOver(visit.row.state));
        return (
          <section key={technician} aria-label={board.technicians.get(technician)!.row.name}>
            <h2>
              <CrewDot colour={colours.get(technician) ?? 'slate'} />
              <button type="button" className="board-list__who" onClick={() => onOpenTechnician(technician)}>
                {board.technicians.get(technician)!.row.name}
              </button>
              {load !== null && <span>{Math.round(load * 100)}%</span>}
            </h2>
            {row.timelines.flatMap(({ absences }) =>
              absences.map(({ id, kind }) => (
                <p key={id} className="board-list__away">
                  {kind === 'leave' ? 'On leave' : kind === 'sick' ? 'Sick' : 'Training'}
                </p>
              )),
            )}
            <ul>
              {row.blocks.map(({ booking }) => (
                <li key={booking.id}>
                  <button
                    type="button"
                    data-next={(next && booking.id === next.booking.id) || undefined}
                    data-mark={marks.get(booking.id)?.kind}
                    style={markColour(marks.get(booking.id))}
                    onClick={() => onOpen(booking.id)}
                  >
                    <b>
                      {timeInWords(booking.start, zone)} {booking.visit.row.customer}
                    </b>
                    <span>
                      {days.length > 1 && `${dateInWords(dayOf(days, booking.start).date)} · `}
                      {lateWith(board, booking.visit, technician)}
                      {booking.visit.row.isEntered === true && 'Entered afterwards · '}
                      {booking.visit.row.site.suburb} · {booking.visit.row.duration} min
                    </span>
                    <ColleagueBadge mark={marks.get(booking.id)} isTold />
                    <WorkStateBadge state={booking.visit.row.state} />
                  </button>
                </li>
              ))}
            </ul>
            {row.blocks.length === 0 && <p className="board-list__away">No visits</p>}
          </section>
        );
      })}
      {shown < order.length && <End key={shown} onSeen={() => setShown(shown + PAGE)} />}
    </div>
  );
}

/** The end of what is drawn; tells when it comes into sight. */
function End({ onSeen }: { onSeen: () => void }) {
  const { ref, inViewport } = useInViewport();
  const tell = useEffectEvent(onSeen);
  useEffect(() => {
    if (inViewport) tell();
  }, [inViewport]);
  return <div ref={ref} />;
}

/** "20 min late · ", where whoever comes has said so. */
function lateWith(board: Board, visit: BoardVisit, technician: string): string {
  const late = lateOf(board, visit, technician);
  return late === undefined ? '' : `${late} · `;
}

function dayOf(days: readonly BoardDay[], at: number): BoardDay {
  return days.findLast(({ start }) => start <= at) ?? days[0]!;
}

function isOver(state: VisitState): boolean {
  return state === 'completed' || state === 'needs return' || state === 'could not complete';
}
