import { epochMinutes, type EpochMinutes } from '@muster/domain/values/minutes';
import { dateAt, type LocalDate, momentOf, timeAt } from '@muster/domain/values/local-time';
import { type Box, type Frame, isWithin, type Layout, type Point, snapTo, type Spot } from './layout.ts';

/** Where a visit would be put down. */
export type Target =
  | { readonly kind: 'slot'; readonly technician: string; readonly start: EpochMinutes }
  | { readonly kind: 'tray' }
  /** Beside the board, where nothing can be put down. */
  | { readonly kind: 'nowhere' };

/** A visit in somebody's hand. Pointer and keys drive the same one. */
export interface Drag {
  readonly visit: string;
  /** Whose block was taken; nobody's where it came from the tray. */
  readonly from: string | null;
  /** Who is on the visit now, the lead first. */
  readonly crew: readonly string[];
  /** Where it was when it was taken. */
  readonly start: EpochMinutes | null;
  readonly target: Target;
  readonly by: 'pointer' | 'keys';
}

/** Minutes of the grid, and of the fine one that Shift gives. */
export const GRID = 15;
export const FINE = 5;

/** Who would be on the visit: whoever is pointed at takes the place of the one whose block was taken. */
export function crewAt({ crew, from }: Pick<Drag, 'crew' | 'from'>, technician: string): readonly string[] {
  if (from === null) return crew.length === 0 ? [technician] : crew;
  if (crew.includes(technician)) return crew;
  return crew.map((member) => (member === from ? technician : member));
}

/** What a pointer aims at: `at` is the moment below it, less the part of the visit that lies before the finger. */
export function pointedAt(drag: Drag, technician: string | null, at: number, isFine: boolean): Drag {
  const target: Target =
    technician === null
      ? { kind: 'nowhere' }
      : { kind: 'slot', technician, start: snapTo(at, isFine ? FINE : GRID) };
  return isSameTarget(drag.target, target) ? drag : { ...drag, target };
}

/** Moves by keys: along time in minutes, and between technicians in rows. */
export function nudged(
  drag: Drag,
  order: readonly string[],
  { minutes = 0, rows = 0 }: { minutes?: number; rows?: number },
  shown?: { readonly start: EpochMinutes; readonly end: EpochMinutes },
): Drag {
  if (drag.target.kind !== 'slot' || order.length === 0) return drag;
  const { technician, start } = drag.target;
  const row = Math.min(Math.max(order.indexOf(technician) + rows, 0), order.length - 1);
  const asked = start + minutes;
  // Not out of sight: the page is turned for that.
  const isShown = shown === undefined || (asked >= shown.start && asked < shown.end);
  const target: Target = {
    kind: 'slot',
    technician: order[row]!,
    start: isShown ? epochMinutes(asked) : start,
  };
  return { ...drag, target };
}

/** Whether putting it down would change nothing. */
export function isHome({ target, from, crew, start }: Drag): boolean {
  if (target.kind === 'tray') return from === null;
  return target.kind === 'slot' && crew.includes(target.technician) && target.start === start;
}

export function isSameTarget(a: Target, b: Target): boolean {
  if (a.kind !== 'slot' || b.kind !== 'slot') return a.kind === b.kind;
  return a.technician === b.technician && a.start === b.start;
}

interface Aim {
  /** The minutes of the visit that lie before the finger. */
  readonly grabbed: number;
  readonly isFine: boolean;
  readonly zone: string;
  /** Whether a week is shown, whose days are too narrow to point at a time. */
  readonly isWeek?: boolean;
}

/** Over the name of a day a visit keeps its technician and its time of day. */
export function aimed(drag: Drag, spot: Spot, { grabbed, isFine, zone, isWeek }: Aim): Drag {
  if (spot.kind === 'row' && isWeek)
    return pointedAt(drag, spot.technician, keepingTime(drag.start, spot.at, zone), isFine);
  if (spot.kind === 'row') return pointedAt(drag, spot.technician, spot.at - grabbed, isFine);
  const { from, start } = drag;
  if (spot.kind === 'nothing' || from === null || start === null) return pointedAt(drag, null, 0, isFine);
  return { ...drag, target: { kind: 'slot', technician: from, start: onDay(start, spot.date, zone) } };
}

/** Whoever moves a visit to another day of a week means the day: it keeps its time. */
export function keepingTime(start: EpochMinutes | null, at: EpochMinutes, zone: string): EpochMinutes {
  return start === null ? at : onDay(start, dateAt(at, zone), zone);
}

/** A visit that is pressed: it may still be a click, or the beginning of a scroll. */
interface Press extends Point {
  readonly pointer: number;
  readonly isMouse: boolean;
  /** The minutes of the visit that lie before the finger. */
  readonly grabbed: number;
  /** What it is in the hand. */
  readonly drag: Drag;
}

/** What somebody's hand does. Pointer and keys move the same one. */
export type Hand =
  | { readonly kind: 'empty' }
  | { readonly kind: 'pressing'; readonly press: Press }
  | {
      readonly kind: 'carrying';
      readonly drag: Drag;
      /** None where it was taken up by keys. */
      readonly press: Press | null;
      /** Whoever only holds a visit, and lets go, means nothing by it. */
      readonly hasMoved: boolean;
    };

export type HandEvent =
  | { readonly kind: 'press'; readonly press: Press }
  /** A finger has held still for long enough to be no scroll. */
  | { readonly kind: 'still'; readonly pointer: number }
  | ({ readonly kind: 'move'; readonly pointer: number } & Point)
  /** Taken up by keys. */
  | { readonly kind: 'take'; readonly drag: Drag }
  | { readonly kind: 'aim'; readonly target: Drag['target'] }
  | { readonly kind: 'release'; readonly pointer: number }
  /** Put down by keys. */
  | { readonly kind: 'put down' }
  | { readonly kind: 'cancel' };

interface HandStep {
  readonly hand: Hand;
  /** What was put down, where that changes something. */
  readonly dropped?: Drag;
}

const MOUSE_PX = 4;
const TOUCH_PX = 6;
export const emptyHand: Hand = { kind: 'empty' };

export function stepHand(hand: Hand, event: HandEvent): HandStep {
  switch (event.kind) {
    case 'press':
      return isOthers(hand, event.press.pointer)
        ? { hand }
        : { hand: { kind: 'pressing', press: event.press } };
    case 'still':
      return hand.kind === 'pressing' && hand.press.pointer === event.pointer
        ? { hand: lifted(hand.press, false) }
        : { hand };
    case 'move':
      return { hand: moved(hand, event) };
    case 'take':
      return hand.kind === 'carrying' && hand.press
        ? { hand }
        : { hand: { kind: 'carrying', drag: event.drag, press: null, hasMoved: true } };
    case 'aim':
      return hand.kind === 'carrying'
        ? { hand: { ...hand, drag: { ...hand.drag, target: event.target } } }
        : { hand };
    case 'release':
      return isOf(hand, event.pointer) ? putDown(hand) : { hand };
    case 'put down':
      return hand.kind === 'carrying' && hand.press === null ? putDown(hand) : { hand };
    case 'cancel':
  }
  return { hand: emptyHand };
}

function isOf(hand: Hand, pointer: number): boolean {
  return hand.kind !== 'empty' && hand.press?.pointer === pointer;
}

/** While one finger carries something, another one takes up nothing. One that presses again has let go unnoticed. */
function isOthers(hand: Hand, pointer: number): boolean {
  return hand.kind === 'carrying' && hand.press !== null && hand.press.pointer !== pointer;
}

function lifted(press: Press, hasMoved: boolean): Hand {
  return { kind: 'carrying', drag: press.drag, press, hasMoved };
}

function moved(hand: Hand, { pointer, x, y }: { pointer: number } & Point): Hand {
  if (hand.kind === 'empty' || hand.press?.pointer !== pointer) return hand;
  const { press } = hand;
  const isFar = Math.hypot(x - press.x, y - press.y) >= (press.isMouse ? MOUSE_PX : TOUCH_PX);
  if (!isFar) return hand;
  if (hand.kind === 'carrying') return hand.hasMoved ? hand : { ...hand, hasMoved: true };
  // A finger that moves before it has held still scrolls.
  return press.isMouse ? lifted(press, true) : emptyHand;
}

function putDown(hand: Hand): HandStep {
  if (hand.kind !== 'carrying') return { hand: emptyHand };
  const { drag, hasMoved } = hand;
  const isMeant = hasMoved && drag.target.kind !== 'nowhere' && !isHome(drag);
  return isMeant ? { hand: emptyHand, dropped: drag } : { hand: emptyHand };
}

/** A place that turns the page to earlier or later days when something is held over it. */
export interface TurnZone {
  readonly pages: -1 | 1;
  readonly box: Box;
}

export interface Hold extends TurnZone {
  readonly since: number;
}

/** As long as nobody rests by accident. */
export const TURN_MS = 1_000;
/** Narrower than where the board begins to scroll. */
const EDGE_PX = 28;

/** The left and right edge of the board, each only where there is nothing left to scroll to. */
export function edgeZones({ names, head }: Layout, frame: Frame): TurnZone[] {
  const { left, right, top, bottom, scrollLeft, mostLeft } = frame;
  const below = { top: top + head, bottom };
  const zones: TurnZone[] = [];
  if (scrollLeft <= 0) zones.push({ pages: -1, box: { left, right: left + names + EDGE_PX, ...below } });
  // Of a board that is wider than its frame, the last part of a pixel may be out of reach.
  if (scrollLeft >= mostLeft - 1) zones.push({ pages: 1, box: { left: right - EDGE_PX, right, ...below } });
  return zones;
}

/** Holding on in one place goes on from when it began; in another place it begins anew. */
export function heldOver(
  before: Hold | undefined,
  zones: readonly TurnZone[],
  point: Point,
  now: number,
): Hold | undefined {
  const zone = zones.find(({ box }) => isWithin(box, point));
  if (zone === undefined) return undefined;
  const isSame = before?.pages === zone.pages && before.box.left === zone.box.left;
  return isSame ? before : { ...zone, since: now };
}

export function isRipe({ since }: Hold, now: number): boolean {
  return now - since >= TURN_MS;
}

/** The same time by the clock on another day. */
export function onDay(at: EpochMinutes, date: LocalDate, zone: string): EpochMinutes {
  return momentOf(date, timeAt(at, zone), zone);
}

/** As much later by calendar and clock as one moment is than another: on a day on which the clocks change, too. */
export function asMuchLater(
  at: EpochMinutes,
  from: EpochMinutes,
  to: EpochMinutes,
  zone: string,
): EpochMinutes {
  const wanted = shownBy(at, zone) + shownBy(to, zone) - shownBy(from, zone);
  return momentOf(dateAt(wanted as EpochMinutes, 'UTC'), timeAt(wanted as EpochMinutes, 'UTC'), zone);
}

/** What calendar and clock show, counted as if there were no zones. */
function shownBy(at: EpochMinutes, zone: string): number {
  return momentOf(dateAt(at, zone), timeAt(at, zone), 'UTC');
}
