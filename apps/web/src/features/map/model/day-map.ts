import type { BoardTables } from '@muster/domain/board/schema';
import type { Board, BoardDay, BoardVisit } from '@muster/domain/scheduling/board/prepared';
import { timeline } from '@muster/domain/scheduling/board/timeline';
import type { Position } from '@muster/domain/scheduling/travel';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { type LegLine, straightLine } from './leg-line.ts';

export type Colour = BoardTables['technicians'][number]['colour'];

/** A visit of somebody's day, or one that waits. */
export interface Stop {
  readonly visit: BoardVisit;
  readonly start: EpochMinutes | null;
}

/** A technician's day: from the base, from visit to visit, and home. */
interface Route {
  readonly technician: string;
  readonly name: string;
  readonly colour: Colour;
  readonly base: Position | null;
  /** In the order in which they are driven to. */
  readonly stops: readonly Stop[];
  /** The lines of the drives. */
  readonly legs: readonly (readonly Position[])[];
}

/** What a map of a day shows. */
export interface DayMap {
  readonly routes: readonly Route[];
  readonly waiting: readonly Stop[];
}

/** The days of the technicians given, in their order, and what waits to be planned. */
export function dayMap(
  board: Board,
  tables: BoardTables,
  day: BoardDay,
  order: readonly string[],
  lineOf: LegLine = straightLine,
): DayMap {
  const colours = new Map(tables.technicians.map(({ id, colour }) => [id, colour]));
  const waiting = [...board.visits.values()]
    .filter(({ row }) => row.state === 'unscheduled')
    .toSorted((a, b) => (urgency(a) < urgency(b) ? -1 : 1));
  return {
    routes: order.map((technician) =>
      routeOf(board, technician, colours.get(technician) ?? 'slate', day, lineOf),
    ),
    waiting: waiting.map((visit) => ({ visit, start: null })),
  };
}

function urgency({ row }: BoardVisit): string {
  return `${row.priority} ${row.dueBy ?? row.date ?? '9999'} ${row.number}`;
}

function routeOf(board: Board, technician: string, colour: Colour, day: BoardDay, lineOf: LegLine): Route {
  const { name, base } = board.technicians.get(technician)!.row;
  const { bookings, legs } = timeline(board, technician, day);
  // Where a leg has no visit, it begins or ends at the base.
  const placeOf = (visit: string | null) =>
    visit === null ? base : board.visits.get(visit)!.row.site.position;
  return {
    technician,
    name,
    colour,
    base,
    stops: bookings.map(({ visit, start }) => ({ visit, start })),
    legs: legs.flatMap((leg) => {
      const [from, to] = [placeOf(leg.from), placeOf(leg.to)];
      return from && to ? [lineOf(from, to)] : [];
    }),
  };
}

/** The map with one technician's route alone. What waits stays: it is what somebody looks for room for. */
export function alone(map: DayMap, technician: string | undefined): DayMap {
  const route = map.routes.find((one) => one.technician === technician);
  return route ? { ...map, routes: [route] } : map;
}
