import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { AbsenceRow, Board, BoardDay, Booking } from '@muster/domain/dispatch/scheduling/board/board';
import type { Timeline } from '@muster/domain/dispatch/scheduling/board/timeline';
import { timeline } from '@muster/domain/dispatch/scheduling/board/timeline';
import type { LocalDate } from '@muster/domain/values/local-time';

/** One of two boards that are looked at side by side. */
export interface Side {
  readonly board: Board;
  readonly tables: BoardTables;
}

/** How a visit stands against the other board: there too, elsewhere there, or here alone. */
export type Standing = 'same' | 'moved' | 'only';

export interface ComparedBlock {
  readonly booking: Booking;
  readonly lane: number;
  readonly lanes: number;
  readonly standing: Standing;
}

export interface SideRow {
  readonly timeline: Timeline;
  readonly blocks: readonly ComparedBlock[];
  /** Absences that the other board does not have. */
  readonly ownAbsences: ReadonlySet<string>;
}

type Colour = BoardTables['technicians'][number]['colour'];

/** One technician on both boards, on the same line. */
export interface ComparedRow {
  readonly technician: string;
  readonly name: string;
  readonly colour: Colour;
  /** Left and right; null where a board does not have them. */
  readonly sides: readonly [SideRow | null, SideRow | null];
  readonly differs: boolean;
}

export function dayOn({ board }: Side, date: LocalDate): BoardDay | undefined {
  return board.days.find((day) => day.date === date);
}

/** Everybody whom either board has, by name. Whoever is inactive is shown only with work on that day. */
export function comparedRows(
  sides: readonly [Side, Side],
  date: LocalDate,
  standingOf: (visit: string) => Standing,
): ComparedRow[] {
  const people = new Map(sides.flatMap(({ tables }) => tables.technicians.map((row) => [row.id, row])));
  return [...people.values()]
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en-AU') || (a.id < b.id ? -1 : 1))
    .flatMap(({ id, name, colour, is_active }): ComparedRow[] => {
      const pair = sides.map((side) => sideRow(side, id, date, standingOf));
      const [left, right] = [ownAbsencesIn(pair[0]!, pair[1]!), ownAbsencesIn(pair[1]!, pair[0]!)];
      const shown = [left, right].filter((row) => row !== null);
      if (!is_active && shown.every(({ blocks }) => blocks.length === 0)) return [];
      const differs =
        shown.length < 2 ||
        shown.some(
          ({ blocks, ownAbsences }) =>
            ownAbsences.size > 0 || blocks.some(({ standing }) => standing !== 'same'),
        );
      return [{ technician: id, name, colour, sides: [left, right], differs }];
    });
}

function sideRow(
  side: Side,
  technician: string,
  date: LocalDate,
  standingOf: (visit: string) => Standing,
): SideRow | null {
  const day = dayOn(side, date);
  if (day === undefined || !side.board.technicians.has(technician)) return null;
  const drawn = timeline(side.board, technician, day);
  return { timeline: drawn, blocks: inLanes(drawn.bookings, standingOf), ownAbsences: new Set() };
}

/** A scenario has copies of absences, with ids of their own. */
function ownAbsencesIn(row: SideRow | null, other: SideRow | null): SideRow | null {
  if (row === null) return null;
  const spanOf = ({ start, end }: AbsenceRow) => `${start} ${end}`;
  const there = new Set(other?.timeline.absences.map(spanOf));
  const own = row.timeline.absences.filter((absence) => !there.has(spanOf(absence)));
  return { ...row, ownAbsences: new Set(own.map(({ id }) => id)) };
}

/** Visits that overlap lie below each other; a row has as many lanes as its fullest moment. */
function inLanes(bookings: readonly Booking[], standingOf: (visit: string) => Standing): ComparedBlock[] {
  const ends: number[] = [];
  const laid = bookings.map((booking) => {
    const free = ends.findIndex((end) => end <= booking.start);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = booking.end;
    return { booking, lane };
  });
  return laid.map(({ booking, lane }) => ({
    booking,
    lane,
    lanes: ends.length,
    standing: standingOf(booking.id),
  }));
}

/** The hours that both boards are drawn with. */
export interface Hours {
  readonly start: number;
  readonly end: number;
}

const HOUR = 60;
const usual = { from: 7 * HOUR, to: 17 * HOUR };

/** From the first thing on either board to the last, in whole hours. */
export function sharedHours(rows: readonly ComparedRow[], { start, end }: BoardDay): Hours {
  let [from, to] = [Infinity, -Infinity];
  for (const { sides } of rows)
    for (const side of sides)
      for (const span of side ? [...side.timeline.shifts, ...side.timeline.bookings] : []) {
        from = Math.min(from, span.start - start);
        to = Math.max(to, Math.min(span.end, end) - start);
      }
  if (from > to) [from, to] = [usual.from, usual.to];
  return {
    start: start + Math.max(0, Math.floor(from / HOUR) * HOUR),
    end: start + Math.ceil(to / HOUR) * HOUR,
  };
}

/** Where a visit is drawn. */
export interface PlaceOnBoard {
  readonly side: 0 | 1;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Where a visit lies, on the left board and then on the right one. */
export function placesOf(rows: readonly ComparedRow[], visit: string): PlaceOnBoard[] {
  return ([0, 1] as const).flatMap((side) => {
    for (const [line, { sides }] of rows.entries()) {
      const block = sides[side]?.blocks.find(({ booking }) => booking.id === visit);
      if (block) return [{ side, line, start: block.booking.start, end: block.booking.end }];
    }
    return [];
  });
}
