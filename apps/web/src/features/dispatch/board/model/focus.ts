import type { Board, BoardDay } from '@muster/domain/dispatch/scheduling/board/board';
import { epochMinutes, type EpochMinutes } from '@muster/domain/values/minutes';
import { GRID } from './drag.ts';
import type { BoardRow } from './rows.ts';

/** A visit in somebody's row, or the name of somebody. */
export interface Focus {
  readonly technician: string;
  readonly visit: string | null;
}

/** Whether it is still shown: a visit may have been moved, and a technician filtered out. */
export function isShown(
  board: Board,
  days: readonly BoardDay[],
  order: readonly string[],
  { technician, visit }: Focus,
): boolean {
  if (!order.includes(technician)) return false;
  if (visit === null) return true;
  const own = board.assignments.get(visit)?.find((one) => one.technician === technician);
  return own !== undefined && days.some(({ start, end }) => own.start < end && own.end > start);
}

/** The cells of a row from left to right: the name, then the visits. */
function cellsOf({ technician, blocks }: BoardRow): Focus[] {
  return [{ technician, visit: null }, ...blocks.map(({ booking }) => ({ technician, visit: booking.id }))];
}

/** The next cell in the row; at its ends the focus stays. */
export function besides(row: BoardRow, { visit }: Focus, step: number): Focus {
  const cells = cellsOf(row);
  const at = cells.findIndex((cell) => cell.visit === visit);
  return cells[Math.min(Math.max(at + step, 0), cells.length - 1)]!;
}

/** In another row: the visit that is nearest in time, or the name where there is none or where the focus was on a name. */
export function across(board: Board, from: Focus, to: BoardRow): Focus {
  const start = board.assignments
    .get(from.visit ?? '')
    ?.find((one) => one.technician === from.technician)?.start;
  if (start === undefined || to.blocks.length === 0) return { technician: to.technician, visit: null };
  const nearest = to.blocks.reduce((best, one) =>
    Math.abs(one.booking.start - start) < Math.abs(best.booking.start - start) ? one : best,
  );
  return { technician: to.technician, visit: nearest.booking.id };
}

/** Where somebody who has no pointer wants something new: after the visit, or where the day begins, but not in its past. */
export function placeBeside(
  { now }: Board,
  day: BoardDay,
  { blocks, timelines }: BoardRow,
  { visit }: Focus,
): EpochMinutes {
  const before = blocks.find(({ booking }) => booking.id === visit)?.booking.end;
  const begin = before ?? timelines[0]?.shifts[0]?.start ?? day.start;
  const isPast = begin < now && now < day.end;
  return epochMinutes(Math.ceil((isPast ? now : begin) / GRID) * GRID);
}
