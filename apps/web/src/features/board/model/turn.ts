import { dateAt, type LocalDate, momentOf, timeAt } from '@muster/domain/values/local-time';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { type Box, type Frame, isWithin, type Layout, type Point } from './layout.ts';

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
