import type { Board, BoardDay, Booking } from '@muster/domain/scheduling/board/prepared';
import { type Timeline, timeline } from '@muster/domain/scheduling/board/timeline';

/** A visit in somebody's row. Those that overlap lie below each other. */
export interface Block {
  readonly booking: Booking;
  readonly lane: number;
  readonly lanes: number;
}

/** One technician's row: a timeline for each day that is shown. */
export interface BoardRow {
  readonly technician: string;
  readonly timelines: readonly Timeline[];
  readonly blocks: readonly Block[];
}

export function rowOf(board: Board, technician: string, days: readonly BoardDay[]): BoardRow {
  const timelines = days.map((day) => timeline(board, technician, day));
  return { technician, timelines, blocks: timelines.flatMap(({ bookings }) => inLanes(bookings)) };
}

/** The rows of a board, each made when it first comes into sight and the same from then on: what has not changed is not drawn again. */
export function rowsOf(board: Board, days: readonly BoardDay[]): (technician: string) => BoardRow {
  const made = new Map<string, BoardRow>();
  return (technician) => {
    const row = made.get(technician) ?? rowOf(board, technician, days);
    made.set(technician, row);
    return row;
  };
}

/** Each visit takes the first lane that is free; those that touch one another by a chain of overlaps share its lanes. */
export function inLanes(bookings: readonly Booking[]): Block[] {
  const blocks: Block[] = [];
  let group: { booking: Booking; lane: number }[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const one of group) blocks.push({ ...one, lanes: ends.length });
    [group, ends] = [[], []];
  };
  for (const booking of bookings) {
    if (ends.every((end) => end <= booking.start)) close();
    const free = ends.findIndex((end) => end <= booking.start);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = booking.end;
    group.push({ booking, lane });
  }
  close();
  return blocks;
}

/** Of the visits and drives of all days together; none for somebody who has no time on any of them. */
export function utilisationOf({ timelines }: BoardRow): number | null {
  const sum = (pick: (load: Timeline['load']) => number) =>
    timelines.reduce((total, { load }) => total + pick(load), 0);
  const available = sum(({ available }) => available);
  return available === 0 ? null : sum(({ work, travel }) => work + travel) / available;
}
