import type { TravelMatrix } from '@muster/domain/scheduling/problem';
import { travelTime } from '@muster/domain/scheduling/walk';

import type { HeldStop } from './held-stops.ts';

/** Time of one technician that is taken: one stop that stays, or several between which there is no time for the drive. */
export type Block = { readonly stops: readonly HeldStop[]; readonly start: number; readonly end: number };

/** Where a drive begins or ends: a place, or a block that may begin at one place and end at another. */
export type Spot = number | Block;

/** The stops of one technician, joined where they clash; in the order of their starts. */
export function makeBlocks(stops: readonly HeldStop[], matrix: TravelMatrix | undefined): Block[] {
  const blocks: Block[] = [];
  for (const stop of stops.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    let block: Block = { stops: [stop], start: stop.start, end: stop.end };
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
