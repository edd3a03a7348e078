import { Tabs } from '@mantine/core';
import type { BoardTables } from '@muster/domain/board/schema';
import { attentionOn } from '@muster/domain/scheduling/board/attention';
import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { dateAt, type LocalDate } from '@muster/domain/values/local-time';
import { type ReactNode, useMemo, useState } from 'react';
import { waiting } from '../../model/waiting.ts';
import type { PlanDay } from '../../model/remedies.ts';
import { AttentionList } from '../tray/attention-list.tsx';
import { BoardList } from './board-list.tsx';
import { FindSlot } from '../dialogs/find-slot.tsx';
import type { LiveBoard } from '../state/use-board.ts';
import { useMoves } from '../state/use-moves.ts';
import './board-list.css';
import '../tray/tray.css';

interface BoardPhoneProps {
  live: LiveBoard & { board: Board; tables: BoardTables };
  days: readonly BoardDay[];
  order: readonly string[];
  /** Where nobody is shown: why, and what to do about it. */
  empty: ReactNode;
  history: ReactNode;
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
  const moves = useMoves({ live, order, selected: none, onFocus: () => {} });
  const open = waiting(board);
  const day = days.find(({ start, end }) => start <= board.now && board.now < end) ?? days[0];
  const found = useMemo(() => (day ? attentionOn(board, day) : []), [board, day]);
  return (
    <Tabs defaultValue="day" keepMounted={false} className="board-phone">
      <Tabs.List grow>
        <Tabs.Tab value="day">Planned</Tabs.Tab>
        <Tabs.Tab value="tray">
          Unscheduled <span className="tray__count">{open.length}</span>
        </Tabs.Tab>
        <Tabs.Tab value="attention">
          Attention{' '}
          <span className="tray__count" data-pressing={found.length > 0 || undefined}>
            {found.length}
          </span>
        </Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="day" tabIndex={0}>
        {order.length === 0 ? (
          empty
        ) : (
          <BoardList board={board} tables={tables} days={days} order={order} onOpen={on.onOpen} />
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
            void moves.commands.move({ visit: seeking, technicians, start });
          }}
        />
      )}
    </Tabs>
  );
}
