import type { Board, BoardDay } from '@muster/domain/dispatch/scheduling/board/board';
import { dayInWords } from '@muster/domain/values/clock-words';
import { addDays, dateAt } from '@muster/domain/values/local-time';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { useEffect } from 'react';
import { type KeyList, usePageKeys } from '../../../../../lib/keys/page-keys.ts';
import { isForPage } from '../../../../../lib/kit/single-keys.ts';
import { type Drag, FINE, GRID, nudged, onDay } from '../../model/drag.ts';
import { across, besides, type Focus, placeBeside } from '../../model/focus.ts';
import { rowOf } from '../../model/rows.ts';
import { currentScenario } from '../../../../../lib/board/scenario.ts';
import { stepInWords, type useCommands } from './use-moves.ts';
import type { useDrag } from '../drag/use-drag.ts';

interface Options {
  board: Board;
  days: readonly BoardDay[];
  order: readonly string[];
  focus: Focus | undefined;
  onFocus: (focus: Focus) => void;
  hand: Pick<ReturnType<typeof useDrag>, 'drag' | 'aim' | 'putDown' | 'cancel'>;
  /** Whether other days are on their way. */
  isTurning: boolean;
  /** What is done to one of them is done to all. */
  selected: ReadonlySet<string>;
  commands: ReturnType<typeof useCommands>;
  onResize: (visit: string, duration: number) => void;
  onTurn: (pages: -1 | 1) => void;
  onPickUp: (visit: string, technician: string) => void;
  onOpen: (visit: string) => void;
  onName: (technician: string) => void;
  onSelect: (visit: string) => void;
  onFindSlot: (visit: string) => void;
  onNew: (technician: string, start: EpochMinutes) => void;
  onDispatchDay: (technician: string) => void;
  onDispatchVisits: (visits: readonly string[]) => void;
  onSay: (text: string) => void;
}

const boardKeys: KeyList = {
  title: 'On the board',
  keys: [
    {
      keys: ['←', '→', '↑', '↓'],
      text: 'Go from visit to visit, or move the one you’ve picked up (Shift: 5 minutes)',
    },
    { keys: ['↵'], text: 'Pick up a visit, or put it down' },
    { keys: ['PgUp', 'PgDn'], text: 'With a visit picked up: previous or next days' },
    { keys: ['Space'], text: 'Open the visit, or on a name the technician' },
    { keys: ['f'], text: 'Find a slot for it' },
    { keys: ['u'], text: 'Unschedule it' },
    { keys: ['p'], text: 'Pin or unpin it' },
    { keys: ['d'], text: 'Dispatch the visit, or on a name the whole day' },
    { keys: ['Shift →', 'Shift ←'], text: '15 minutes longer or shorter (also + and -)' },
    { keys: ['x'], text: 'Select several visits to move together' },
    { keys: ['n'], text: 'New job after the visit, or on a name at the start of the day' },
    { keys: ['m'], text: 'In the tray: pick up a visit (x: select it)' },
    { keys: ['Shift F10'], text: 'Menu of the visit or technician (also a right click)' },
    { keys: ['q'], text: 'Quick add: a job in plain words' },
    { keys: ['/'], text: 'Search the board and what waits beside it' },
  ],
};

const turns: Record<string, -1 | 1> = { PageUp: -1, PageDown: 1 };

const steps: Record<string, { minutes?: number; rows?: number }> = {
  ArrowLeft: { minutes: -1 },
  ArrowRight: { minutes: 1 },
  ArrowUp: { rows: -1 },
  ArrowDown: { rows: 1 },
};

/** Everything that a mouse can do on the board. */
export function useBoardKeys(options: Options) {
  const { board, days, order, hand, commands, onFocus, onSay } = options;
  usePageKeys(boardKeys);
  useSearchKey();

  /** True where the key meant something. */
  function moveHeld(event: React.KeyboardEvent, held: Drag): boolean {
    const step = steps[event.key];
    const pages = turns[event.key];
    if (event.key === 'Escape') {
      hand.cancel();
      putBack(held);
    } else if (options.isTurning) {
      if (step === undefined && pages === undefined && event.key !== 'Enter') return false;
      onSay('The day is still loading.');
    } else if (step) {
      const minutes = (step.minutes ?? 0) * (event.shiftKey ? FINE : GRID);
      const shown = { start: days[0]!.start, end: days.at(-1)!.end };
      const next = nudged(held, order, { minutes, rows: step.rows ?? 0 }, shown);
      hand.aim(next.target);
      onSay(stepInWords(board, next, order, days.length));
    } else if (pages !== undefined && held.target.kind === 'slot') {
      const { start } = held.target;
      const { zone } = board.business;
      const date = addDays(dateAt(start, zone), pages * days.length);
      hand.aim({ ...held.target, start: onDay(start, date, zone) });
      options.onTurn(pages);
    } else if (event.key === 'Enter') hand.putDown();
    else return false;
    return true;
  }

  /** The page stays where it was turned to: whoever has changed their mind is looking there. */
  function putBack({ from, visit, start }: Drag) {
    const isShown = days.some((day) => start !== null && start >= day.start && start < day.end);
    const where = start === null || isShown ? '' : `, on ${dayInWords(start, board.business.zone)}`;
    onSay(`Put back where it was${where}.`);
    if (from) onFocus({ technician: from, visit: isShown ? visit : null });
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

  function act(key: string, here: Focus): boolean {
    const { visit, technician } = here;
    // In a scenario nobody is told of anything.
    if (key === 'd' && currentScenario() !== null) return false;
    if (key === 'n') {
      options.onNew(technician, placeBeside(board, days[0]!, rowOf(board, technician, days), here));
      return true;
    }
    if (visit === null && (key === 'Enter' || key === ' ')) {
      options.onName(technician);
      return true;
    }
    if (visit === null) {
      if (key !== 'd' || days.length !== 1) return false;
      options.onDispatchDay(technician);
      return true;
    }
    const { duration } = board.visits.get(visit)!.row;
    const all = options.selected.has(visit) ? [...options.selected] : [visit];
    const acts: Record<string, () => unknown> = {
      Enter: () => options.onPickUp(visit, technician),
      ' ': () => options.onOpen(visit),
      u: () => commands.unschedule(...all),
      p: () => commands.togglePin(...all),
      d: () => options.onDispatchVisits(all),
      x: () => options.onSelect(visit),
      f: () => options.onFindSlot(visit),
      '+': () => options.onResize(visit, duration + GRID),
      '-': () => duration > GRID && options.onResize(visit, duration - GRID),
    };
    acts[key]?.();
    return key in acts;
  }

  return function onKeyDown(event: React.KeyboardEvent) {
    // A button on the board has its own keys.
    if ((event.target as Element).closest('button')) return;
    const isHandled =
      hand.drag?.by === 'keys'
        ? moveHeld(event, hand.drag)
        : !event.ctrlKey && !event.metaKey && !event.altKey && pressed(keyOf(event));
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  };

  function pressed(key: string): boolean {
    const { focus } = options;
    return focus !== undefined && (moveFocus(key, focus) || act(key, focus));
  }
}

/** With Shift, the arrows along time change how long a visit takes. */
function keyOf({ key, shiftKey }: React.KeyboardEvent): string {
  if (!shiftKey) return key;
  return { ArrowRight: '+', ArrowLeft: '-' }[key] ?? key;
}

/** It works wherever nobody types. */
function useSearchKey(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isForPage(event)) return;
      document.querySelector<HTMLElement>('[data-list-search]')?.focus();
      event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
