import type { TravelMatrix } from '@muster/domain/dispatch/scheduling/problem';
import { travelTime } from '@muster/domain/dispatch/scheduling/walk';

import type { HeldStop } from './held-stops.ts';

/** Time of one technician that is taken: one stop that stays, or several between which there is no time for the drive; and breaks beside them. */
export type Block = { readonly stops: readonly HeldStop[]; readonly start: number; readonly end: number };

/** Time that a break takes. */
export type Pause = { readonly start: number; readonly end: number };

/** Where a drive begins or ends: a place, or a block that may begin at one place and end at another. */
export type Spot = number | Block;

/** The stops of one technician, joined where they clash; in the order of their starts. */
export function makeBlocks(stops: readonly HeldStop[], matrix: TravelMatrix | undefined): Block[] {
  const alone = stops.map((stop) => ({ stops: [stop], start: stop.start, end: stop.end }));
  return joinClashing(alone, matrix);
}

/** The blocks with each pause as a part of the block next to it, so that its time is taken too. */
export function joinPauses(
  blocks: readonly Block[],
  pauses: readonly Pause[],
  matrix: TravelMatrix | undefined,
): Block[] {
  const wider = [...blocks];
  for (const pause of pauses) {
    const apart = ({ start, end }: Block): number => Math.max(start - pause.end, pause.start - end);
    const nearest = wider.toSorted((a, b) => apart(a) - apart(b))[0]!;
    wider[wider.indexOf(nearest)] = {
      stops: nearest.stops,
      start: Math.min(nearest.start, pause.start),
      end: Math.max(nearest.end, pause.end),
    };
  }
  return joinClashing(wider, matrix);
}

function joinClashing(apart: readonly Block[], matrix: TravelMatrix | undefined): Block[] {
  const blocks: Block[] = [];
  for (const next of apart.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    let block = next;
    // Whoever joins a block may be too far away for the one before it.
    for (let last = blocks.at(-1); last !== undefined; last = blocks.at(-1)) {
      if (last.end + driveBetween(matrix, last, block) <= block.start) break;
      block = join(last, block);
      blocks.pop();
    }
    blocks.push(block);
  }
  return blocks;
}

function join(a: Block, b: Block): Block {
  return { stops: [...a.stops, ...b.stops], start: a.start, end: Math.max(a.end, b.end) };
}

/** The longest drive between any two of their stops: which of those that clash somebody leaves last, nobody knows. */
export function driveBetween(matrix: TravelMatrix | undefined, from: Spot, to: Spot): number {
  if (typeof from === 'number' && typeof to === 'number') return travelTime(matrix, from, to);
  let longest = 0;
  for (const start of placesOf(from))
    for (const end of placesOf(to)) longest = Math.max(longest, travelTime(matrix, start, end));
  return longest;
}

function placesOf(spot: Spot): readonly number[] {
  return typeof spot === 'number' ? [spot] : spot.stops.map(({ visit }) => visit.place);
}
