import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { useEffect } from 'react';
import { type KeyList, usePageKeys } from '../../../lib/page-keys.ts';
import { isInDialog, isTyping } from '../../../lib/kit/typing.ts';
import { type Drag, FINE, GRID, isHome, nudged } from '../model/drag.ts';
import { across, besides, type Focus } from '../model/focus.ts';
import { rowOf } from '../model/rows.ts';
import type { useCommands } from './use-commands.ts';
import { stepInWords } from './use-moves.ts';

interface Options {
  board: Board;
  days: readonly BoardDay[];
  order: readonly string[];
  focus: Focus | undefined;
  onFocus: (focus: Focus) => void;
  drag: Drag | undefined;
  setDrag: (drag: Drag | undefined) => void;
  commands: ReturnType<typeof useCommands>;
  onDrop: (drag: Drag) => void;
  onPickUp: (visit: string, technician: string) => void;
  onOpen: (visit: string) => void;
  onSelect: (visit: string) => void;
  onFindSlot: (visit: string) => void;
  onSay: (text: string) => void;
}

const boardKeys: KeyList = {
  title: 'On the board',
  keys: [
    {
      keys: ['←', '→', '↑', '↓'],
      text: 'From visit to visit; with one taken up, move it (Shift: 5 minutes)',
    },
    { keys: ['↵'], text: 'Take a visit up, and put it down' },
    { keys: ['Space'], text: 'Open the visit' },
    { keys: ['f'], text: 'Find a slot for it' },
    { keys: ['u'], text: 'Take it off the board' },
    { keys: ['p'], text: 'Pin it, or let it go' },
    { keys: ['d'], text: 'Dispatch the visit, or on a name the day' },
    { keys: ['+', '-'], text: 'Longer and shorter by 15 minutes' },
    { keys: ['x'], text: 'Select several, to move them together' },
    { keys: ['m'], text: 'In the tray: take a visit up' },
    { keys: ['/'], text: 'Search the board' },
  ],
};

const steps: Record<string, { minutes?: number; rows?: number }> = {
  ArrowLeft: { minutes: -1 },
  ArrowRight: { minutes: 1 },
  ArrowUp: { rows: -1 },
  ArrowDown: { rows: 1 },
};

/** Everything that a mouse can do on the board. */
export function useBoardKeys(options: Options) {
  const { board, days, order, drag, setDrag, commands, onFocus, onSay } = options;
  usePageKeys(boardKeys);
  useSearchKey();

  /** True where the key meant something. */
  function moveHeld(event: React.KeyboardEvent, held: Drag): boolean {
    const step = steps[event.key];
    if (step) {
      const minutes = (step.minutes ?? 0) * (event.shiftKey ? FINE : GRID);
      const next = nudged(held, order, { minutes, rows: step.rows ?? 0 });
      setDrag(next);
      onSay(stepInWords(board, next, order));
    } else if (event.key === 'Enter') {
      setDrag(undefined);
      if (!isHome(held)) options.onDrop(held);
    } else if (event.key === 'Escape') {
      setDrag(undefined);
      onSay('Put back where it was.');
      if (held.from) onFocus({ technician: held.from, visit: held.visit });
    } else return false;
    return true;
  }

  function moveFocus(key: string, here: Focus): boolean {
    const at = order.indexOf(here.technician);
    const row = (index: number) => rowOf(board, order[Math.min(Math.max(index, 0), order.length - 1)]!, days);
    if (key === 'ArrowLeft') onFocus(besides(row(at), here, -1));
    else if (key === 'ArrowRight') onFocus(besides(row(at), here, 1));
    else if (key === 'ArrowUp') onFocus(across(board, here, row(at - 1)));
    else if (key === 'ArrowDown') onFocus(across(board, here, row(at + 1)));
    else return false;
    return true;
  }

  function act(key: string, { visit, technician }: Focus): boolean {
    if (visit === null) {
      if (key !== 'd' || days.length !== 1) return false;
      void commands.dispatchAll(days[0]!, technician);
      return true;
    }
    const { duration } = board.visits.get(visit)!.row;
    const acts: Record<string, () => unknown> = {
      Enter: () => options.onPickUp(visit, technician),
      ' ': () => options.onOpen(visit),
      u: () => commands.unschedule(visit),
      p: () => commands.togglePin(visit),
      d: () => commands.dispatch(visit),
      x: () => options.onSelect(visit),
      f: () => options.onFindSlot(visit),
      '+': () => commands.resize(visit, duration + GRID),
      '-': () => duration > GRID && commands.resize(visit, duration - GRID),
    };
    acts[key]?.();
    return key in acts;
  }

  return function onKeyDown(event: React.KeyboardEvent) {
    const isHandled =
      drag?.by === 'keys'
        ? moveHeld(event, drag)
        : !event.ctrlKey && !event.metaKey && !event.altKey && pressed(event.key);
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  };

  function pressed(key: string): boolean {
    const here =
      options.focus ?? (order[0] === undefined ? undefined : { technician: order[0], visit: null });
    return here !== undefined && (moveFocus(key, here) || act(key, here));
  }
}

/** It works wherever nobody types. */
function useSearchKey(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(target) || isInDialog(target)) return;
      document.querySelector<HTMLElement>('[data-list-search]')?.focus();
      event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
