import type { LocalDate } from '@muster/domain/values/local-time';
import { epochMinutes, type EpochMinutes } from '@muster/domain/values/minutes';
import { timeline } from '@muster/domain/dispatch/scheduling/board/timeline';
import type { Board, BoardDay } from '@muster/domain/dispatch/scheduling/board/board';
import type { Place } from './difference.ts';

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

/** The frame in which the board is scrolled, as it is now. */
export function frameOf(element: HTMLElement): Frame {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const { scrollLeft, scrollTop, scrollWidth, offsetWidth } = element;
  // Whether the place that is kept for a scrollbar can be scrolled under differs: at worst the end comes so much early.
  return { left, right, top, bottom, scrollLeft, scrollTop, mostLeft: scrollWidth - offsetWidth };
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

/** A stretch of one day as it lies on the screen. */
interface AxisDay {
  readonly day: BoardDay;
  readonly start: EpochMinutes;
  readonly end: EpochMinutes;
  readonly left: number;
  readonly width: number;
}

/** Time from left to right: the hours of one day or of several, side by side. */
export interface Axis {
  readonly days: readonly AxisDay[];
  readonly width: number;
  /** Pixels of a minute. */
  readonly scale: number;
}

/** The hours of a day that are shown, in minutes from its beginning. */
interface OpenHours {
  readonly from: number;
  readonly to: number;
}

const HOUR = 60;
const usualHours: OpenHours = { from: 7 * HOUR, to: 18 * HOUR };

/** From the first thing to the last, on whichever of the days it is; on a single day, at least the usual hours. */
export function openHours(board: Board, days: readonly BoardDay[]): OpenHours {
  let [from, to] = [Infinity, -Infinity];
  const take = (day: BoardDay, start: number, end: number) => {
    from = Math.min(from, start - day.start);
    to = Math.max(to, Math.min(end, day.end) - day.start);
  };
  for (const day of days)
    for (const id of board.technicians.keys()) {
      const { shifts, bookings } = timeline(board, id, day);
      for (const { start, end } of [...shifts, ...bookings]) take(day, start, end);
    }
  if (from > to) return usualHours;
  const least = days.length === 1 ? usualHours : { from, to };
  return {
    from: Math.max(0, Math.floor(Math.min(from, least.from) / HOUR) * HOUR),
    to: Math.ceil(Math.max(to, least.to) / HOUR) * HOUR,
  };
}

export function layOutAxis(days: readonly BoardDay[], { from, to }: OpenHours, scale: number): Axis {
  let left = 0;
  const laid = days.map((day) => {
    const start = epochMinutes(day.start + from);
    const end = epochMinutes(Math.min(day.end, day.start + to));
    const width = (end - start) * scale;
    const placed = { day, start, end, left, width };
    left += width;
    return placed;
  });
  return { days: laid, width: left, scale };
}

/** Where a moment lies. One that is not shown lies at the nearest edge of what is. */
export function leftOf({ days, width, scale }: Axis, at: number): number {
  for (const { start, end, left } of days) {
    if (at < start) return left;
    if (at < end) return left + (at - start) * scale;
  }
  return width;
}

/** The moment at a place; before the first and after the last the axis goes on. */
export function momentAt({ days, scale }: Axis, left: number): EpochMinutes {
  const found = days.findLast((one) => one.left <= left) ?? days[0]!;
  return epochMinutes(Math.round(found.start + (left - found.left) / scale));
}

/** All zones of the country are multiples of a quarter of an hour away from each other. */
export function snapTo(at: number, step: number): EpochMinutes {
  return epochMinutes(Math.round(at / step) * step);
}

/** A day is in sight without scrolling, with its early and its evening shifts; of several days, as much as leaves one visit apart from the next. */
const longestDay = 17 * HOUR;
const smallest = 0.25;
/** More days than these are a week, in which a visit is a line in the cell of its day. */
const mostTimelines = 3;
/** A time and the beginning of a name. */
const smallestCellPx = 108;

export function isWeek(days: readonly unknown[]): boolean {
  return days.length > mostTimelines;
}

export function scaleFor(width: number, minutes: number, days: number): number {
  if (days > mostTimelines) return Math.max(smallestCellPx * days, width) / Math.max(1, minutes);
  return Math.max(smallest, width / Math.max(1, days === 1 ? Math.min(longestDay, minutes) : minutes));
}

/** Technicians under one heading. Where nothing is grouped there is one group without a name. */
export interface Group {
  readonly id: string;
  readonly label: string;
  readonly technicians: readonly string[];
}

/** What lies on the board from top to bottom: headings, and the rows of technicians. */
export type Line = { readonly top: number; readonly height: number } & (
  | { readonly group: Group; readonly isClosed: boolean; readonly technician: undefined }
  | { readonly technician: string }
);

const headingPx = 28;

export function layOutLines(
  groups: readonly Group[],
  closed: ReadonlySet<string>,
  heightOf: (technician: string) => number,
): readonly Line[] {
  const lines: Line[] = [];
  let top = 0;
  for (const group of groups) {
    const isClosed = closed.has(group.id);
    if (group.label !== '') {
      lines.push({ group, isClosed, technician: undefined, top, height: headingPx });
      top += headingPx;
    }
    for (const technician of isClosed ? [] : group.technicians) {
      const height = heightOf(technician);
      lines.push({ technician, top, height });
      top += height;
    }
  }
  return lines;
}

/** The last line that begins at or above a height; the first, where none does. */
export function lineIndexAt(lines: readonly Line[], y: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]!.top <= y) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** Whose row is at a height; nobody's on a heading, above the first row and below the last. */
export function technicianAt(lines: readonly Line[], y: number): string | undefined {
  const line = lines[lineIndexAt(lines, y)];
  return line && y >= line.top && y < line.top + line.height ? line.technician : undefined;
}

export function lineOf(lines: readonly Line[], technician: string): Line | undefined {
  return lines.find((line) => line.technician === technician);
}

export function topOf(lines: readonly Line[], technician: string): number | undefined {
  return lineOf(lines, technician)?.top;
}

export function heightOf(lines: readonly Line[]): number {
  const last = lines.at(-1);
  return last === undefined ? 0 : last.top + last.height;
}

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

type WeekRows = ReadonlyMap<string, WeekRow>;

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

/** As long as it is on the board; what goes on after the hours of its day ends with them. */
export function blockPlace(axis: Axis, start: number, end: number) {
  const left = leftOf(axis, start);
  return { left, width: leftOf(axis, end) - left };
}

interface Held {
  readonly line: Line;
  readonly visit: string;
  readonly left: number;
  readonly width: number;
}

/** What of a scrolled frame its place is found from. */
type Scrolled = Pick<HTMLElement, 'scrollLeft' | 'scrollTop' | 'clientWidth' | 'clientHeight'>;

const besidePx = 4;

/**
 * Where words about a place on a row lie: in sight, below it or above it or beside it, and of these where they cover the fewest other
 * visits; nothing is worse to read than a name under a notice.
 */
export function captionPlace(
  { axis, lines, names, head, week }: Layout,
  { bookings }: Board,
  { line, visit, left, width }: Held,
  size: { readonly width: number; readonly height: number },
  frame: Scrolled,
): { left: number; top: number; width: number } {
  const from = frame.scrollLeft + besidePx;
  const to = Math.max(from, frame.scrollLeft + frame.clientWidth - names - size.width - besidePx);
  const bottom = frame.scrollTop + frame.clientHeight - head - size.height;
  const below = line.top + line.height + besidePx;
  const above = line.top - size.height - besidePx;
  const places = [
    { left, top: below },
    { left, top: above },
    { left: left + width - size.width, top: below },
    { left: left + width - size.width, top: above },
    { left: left + width + besidePx, top: line.top },
    { left: left - size.width - besidePx, top: line.top },
  ].map((place) => ({
    left: Math.min(Math.max(place.left, from), to),
    top: Math.min(Math.max(place.top, frame.scrollTop), bottom),
  }));
  const covered = (place: { left: number; top: number }) => {
    const isOver = (begin: number, end: number) =>
      leftOf(axis, begin) < place.left + size.width && leftOf(axis, end) > place.left;
    const rows = lines.filter(({ top, height }) => top < place.top + size.height && top + height > place.top);
    return rows.flatMap(({ technician }) =>
      technician === undefined || week
        ? []
        : (bookings.get(technician)?.list ?? []).filter(
            ({ id, start, end }) => id !== visit && isOver(start, end),
          ),
    ).length;
  };
  const isOverGhost = (place: { left: number; top: number }) =>
    place.top < line.top + line.height &&
    place.top + size.height > line.top &&
    place.left < left + width &&
    place.left + size.width > left;
  const cost = (place: { left: number; top: number }) => covered(place) + (isOverGhost(place) ? 100 : 0);
  const best = places.reduce((best, place) => (cost(place) < cost(best) ? place : best));
  return { left: names + best.left, top: best.top, width: size.width };
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
