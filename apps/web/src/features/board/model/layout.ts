import type { LocalDate } from '@muster/domain/values/local-time';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { type Axis, momentAt } from './axis.ts';
import { type Line, technicianAt } from './lines.ts';
import type { WeekRows } from './week.ts';

/** Where the parts of the board lie on the screen. */
export interface Layout {
  readonly axis: Axis;
  /** The technicians from top to bottom. */
  readonly order: readonly string[];
  /** Their rows, and the headings between them. */
  readonly lines: readonly Line[];
  readonly rowHeight: number;
  /** Of a week: what lies in the cells of its days. Of less, time goes from left to right. */
  readonly week?: WeekRows | undefined;
  /** The width of the names, and the height of the hours above the rows. */
  readonly names: number;
  readonly head: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The frame in which the board is scrolled, as it lies on the screen. */
export interface Frame extends Box {
  readonly scrollLeft: number;
  readonly scrollTop: number;
  /** As far as it can be scrolled to the right. */
  readonly mostLeft: number;
}

/** What a point is over. */
export type Spot =
  | { readonly kind: 'row'; readonly technician: string; readonly at: EpochMinutes }
  | { readonly kind: 'day'; readonly date: LocalDate }
  | { readonly kind: 'nothing' };

/** Found by arithmetic, because rows come and go while the board is scrolled. */
export function spotAt({ axis, lines, names, head }: Layout, frame: Frame, { x, y }: Point): Spot {
  if (x <= frame.left || x >= frame.right || y <= frame.top || y >= frame.bottom) return { kind: 'nothing' };
  const left = x - frame.left - names + frame.scrollLeft;
  if (y <= frame.top + head) {
    const under = axis.days.find((one) => left >= one.left && left < one.left + one.width);
    return under && x > frame.left + names ? { kind: 'day', date: under.day.date } : { kind: 'nothing' };
  }
  const technician = technicianAt(lines, y - frame.top - head + frame.scrollTop);
  return technician === undefined
    ? { kind: 'nothing' }
    : { kind: 'row', technician, at: momentAt(axis, left) };
}

/** Near an edge the board scrolls: in pixels a second, the nearer the faster, by the square. */
const EDGE_PX = 50;
const FASTEST_PX = 900;

export function scrollAt(
  { names, head }: Layout,
  frame: Frame,
  { x, y }: Point,
): { left: number; top: number } {
  const speed = (low: number, high: number) => {
    const into = Math.max(0, Math.min(EDGE_PX, high)) - Math.max(0, Math.min(EDGE_PX, low));
    return Math.sign(into) * (into / EDGE_PX) ** 2 * FASTEST_PX;
  };
  if (!isWithin(frame, { x, y })) return { left: 0, top: 0 };
  return {
    left: speed(frame.left + names + EDGE_PX - x, x - (frame.right - EDGE_PX)),
    top: speed(frame.top + head + EDGE_PX - y, y - (frame.bottom - EDGE_PX)),
  };
}

/** Away from all edges: whoever comes from the tray passes one, and means to go on. */
export function isWellInside({ names, head }: Layout, frame: Frame, { x, y }: Point): boolean {
  return (
    x > frame.left + names + EDGE_PX && x < frame.right - EDGE_PX && y > frame.top + head && y < frame.bottom
  );
}

export function isWithin({ left, right, top, bottom }: Box, { x, y }: Point): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
