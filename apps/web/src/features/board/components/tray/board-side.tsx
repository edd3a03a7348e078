import { Tabs } from '@mantine/core';
import { attentionOn } from '@muster/domain/scheduling/board/attention';
import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { type ReactNode, type RefObject, useEffect, useMemo } from 'react';
import type { PlanDay, Remedy } from '../../model/remedies.ts';
import type { Doubt } from '../../model/pending.ts';
import type { BoardSearch } from '../../model/board-search.ts';
import { isMeant } from '../../model/meant.ts';
import { waiting } from '../../model/waiting.ts';
import { AttentionList } from './attention-list.tsx';
import { Splitter } from './splitter.tsx';
import { Tray } from './tray.tsx';
import type { Refusal } from '../state/use-board.ts';
import './tray.css';

interface BoardSideProps {
  board: Board;
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
  onPointerDown: (event: React.PointerEvent, visit: string) => void;
  onOpen: (visit: string) => void;
  onOpenTechnician: (technician: string) => void;
  onPickUp: (visit: string) => void;
  onFindSlot: (visit: string) => void;
  onRemedy: (remedy: Remedy) => void;
  onPlan: PlanDay;
  search: BoardSearch;
}

/** Beside the board: what waits, what needs a decision, and what was done. */
export function BoardSide(props: BoardSideProps) {
  const { board, days, trayRef, isTarget, isHidden, history, width, onWidth, ...shared } = props;
  const { search } = props.search;
  const visits = useMemo(
    () => waiting(board).filter((visit) => isMeant(visit, { ...(search !== undefined && { search }) })),
    [board, search],
  );
  // Today, if it is in sight.
  const day = days.find(({ start, end }) => start <= board.now && board.now < end) ?? days[0];
  const found = useMemo(() => (day ? attentionOn(board, day) : []), [board, day]);
  // Notices appear beside it, wherever they are drawn.
  useEffect(() => {
    document.documentElement.style.setProperty('--tray', `${width}px`);
    return () => void document.documentElement.style.removeProperty('--tray');
  }, [width]);
  const pressing = found.filter(({ kind }) => kind !== 'ticket').length;
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
