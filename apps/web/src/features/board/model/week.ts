import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import type { Axis } from './axis.ts';
import type { Place } from './difference.ts';

/** Where a visit lies in a week: in the cell of its day, in the order in which the day goes. */
interface Chip {
  readonly day: number;
  readonly lane: number;
}

/** One technician's week. */
export interface WeekRow {
  /** As many as lie below each other on the fullest day. */
  readonly lanes: number;
  /** By visit; by `proposed` for what a proposal would put there. */
  readonly chips: ReadonlyMap<string, Chip>;
}

export type WeekRows = ReadonlyMap<string, WeekRow>;

export function proposed(visit: string): string {
  return `proposed ${visit}`;
}

/** Two lines are the least that a name and its load need. */
const fewest = 2;
const emptyRow: WeekRow = { lanes: fewest, chips: new Map() };

/**
 * A day of a week is too narrow for its hours: its visits lie below each other, with the time that they begin at. Those of all
 * technicians at once, because the rows below begin where those above end.
 */
export function weekRows(
  board: Board,
  days: readonly BoardDay[],
  places: ReadonlyMap<string, readonly Place[]>,
): WeekRows {
  const cells = new Map<string, { key: string; start: number }[][]>();
  const put = (technician: string, key: string, start: number, end: number) => {
    const day = days.findIndex((one) => start < one.end && end > one.start);
    if (day === -1) return;
    const own = cells.get(technician) ?? days.map(() => []);
    own[day]!.push({ key, start });
    cells.set(technician, own);
  };
  for (const [visit, crew] of board.assignments)
    for (const { technician, start, end } of crew) put(technician, visit, start, end);
  for (const [technician, own] of places)
    for (const { kind, visit, start, end } of own)
      if (kind === 'new') put(technician, proposed(visit), start, end);
  return new Map([...cells].map(([technician, own]) => [technician, rowOfCells(own)]));
}

function rowOfCells(cells: readonly { key: string; start: number }[][]): WeekRow {
  const chips = cells.flatMap((cell, day) =>
    cell.toSorted((a, b) => a.start - b.start).map(({ key }, lane) => [key, { day, lane }] as const),
  );
  return { lanes: Math.max(fewest, ...cells.map(({ length }) => length)), chips: new Map(chips) };
}

export function weekRowOf(rows: WeekRows, technician: string): WeekRow {
  return rows.get(technician) ?? emptyRow;
}

const aroundPx = 3;

/** Where a chip lies; nowhere, where its visit is not in the week. */
export function chipPlace({ days }: Axis, { lanes, chips }: WeekRow, key: string) {
  const chip = chips.get(key);
  const cell = chip && days[chip.day];
  if (!chip || !cell) return undefined;
  return { left: cell.left + aroundPx, width: cell.width - 2 * aroundPx + 2, lane: chip.lane, lanes };
}

/** The cell of a moment. */
export function cellAt({ days }: Axis, at: number) {
  const cell = days.find(({ day }) => at < day.end) ?? days.at(-1)!;
  return { left: cell.left, width: cell.width };
}

/** From its row's upper edge to the first line of it. */
function gapOf(height: number): number {
  return height > 48 ? 4 : 3;
}

/** Where one of several lines of a row lies in it. */
export function lineBox(height: number, lane: number, lanes: number): { top: number; height: number } {
  const gap = gapOf(height);
  const room = (height - 1 - 2 * gap) / lanes;
  return { top: gap + lane * room, height: room - (lanes > 1 ? 1 : 0) };
}
