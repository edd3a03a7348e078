import { Tabs } from '@mantine/core';
import { attentionOn } from '@muster/domain/scheduling/board/attention';
import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { type ReactNode, type RefObject, useMemo } from 'react';
import type { Remedy } from '../model/remedies.ts';
import { waiting } from '../model/waiting.ts';
import { AttentionList } from './attention-list.tsx';
import { Tray } from './tray.tsx';

interface BoardSideProps {
  board: Board;
  days: readonly BoardDay[];
  trayRef: RefObject<HTMLElement | null>;
  isTarget: boolean;
  /** While something else has its place. */
  isHidden: boolean;
  openVisit: string | undefined;
  history: ReactNode;
  onPointerDown: (event: React.PointerEvent, visit: string) => void;
  onOpen: (visit: string) => void;
  onOpenTechnician: (technician: string) => void;
  onPickUp: (visit: string) => void;
  onFindSlot: (visit: string) => void;
  onRemedy: (remedy: Remedy) => void;
}

/** Beside the board: what waits, what needs a decision, and what was done. */
export function BoardSide(props: BoardSideProps) {
  const { board, days, trayRef, isTarget, isHidden, history, ...shared } = props;
  const visits = useMemo(() => waiting(board), [board]);
  // Today, if it is in sight.
  const day = days.find(({ start, end }) => start <= board.now && board.now < end) ?? days[0];
  const found = useMemo(() => (day ? attentionOn(board, day) : []), [board, day]);
  const pressing = found.filter(({ kind }) => kind !== 'ticket').length;
  return (
    <aside
      className="tray"
      ref={trayRef}
      data-target={isTarget || undefined}
      hidden={isHidden}
      aria-label="Beside the board"
    >
      <Tabs defaultValue="tray" keepMounted={false}>
        <Tabs.List grow>
          <Tabs.Tab value="tray">
            Unscheduled <span className="tray__count">{visits.length}</span>
          </Tabs.Tab>
          <Tabs.Tab value="attention">
            Attention{' '}
            <span className="tray__count" data-pressing={pressing > 0 || undefined}>
              {found.length}
            </span>
          </Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tray">
          <Tray visits={visits} isTarget={isTarget} {...shared} />
        </Tabs.Panel>
        <Tabs.Panel value="attention">
          {day && <AttentionList {...shared} board={board} day={day} found={found} />}
        </Tabs.Panel>
        <Tabs.Panel value="history">{history}</Tabs.Panel>
      </Tabs>
    </aside>
  );
}
