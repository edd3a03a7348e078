import type { Shift, TravelMatrix } from '@muster/domain/scheduling/problem';

import type { Block, Pause, Spot } from './block.ts';
import { driveBetween } from './block.ts';

/** How blocks divide a shift: those that are cut off in front, those inside, and the one where it ends early. */
export type Edges = {
  readonly front: readonly Block[];
  readonly inside: readonly Block[];
  readonly tail: Block | undefined;
  /** When and where planning begins, and when it has to end. */
  readonly start: number;
  readonly from: Spot;
  readonly latest: number;
};

/**
 * Cut off in front is what has begun or leaves no time for the drive to it, behind it what leaves none for the way home.
 * What is not entered in the shift and lies outside it counts only as far as there is no time to go home between them.
 * Nothing begins during one of the `pauses`.
 */
export function findEdges(
  shift: Shift,
  blocks: readonly Block[],
  matrix: TravelMatrix | undefined,
  now: number,
  pauses: readonly Pause[],
): Edges {
  const front: Block[] = [];
  const inside: Block[] = [];
  let tail: Block | undefined;
  let start = afterPauses(Math.max(shift.start, now));
  let latest = shift.latestEnd ?? shift.end;
  let from: Spot = shift.startPlace;
  for (const block of blocks) {
    const isOwn = owns(shift, block);
    if (block.end <= shift.start && !isOwn) {
      startFromHome(block);
      continue;
    }
    if (block.start >= latest && !isOwn) {
      latest = Math.min(latest, block.start - driveBetween(matrix, shift.endPlace, block));
      break;
    }
    if (inside.length > 0 || isReached(block)) {
      if (block.end + driveBetween(matrix, block, shift.endPlace) <= latest) {
        inside.push(block);
        continue;
      }
      tail = block;
      break;
    }
    front.push(block);
    if (!isOwn && from === shift.startPlace) startFromHome(block);
    else {
      start = afterPauses(Math.max(start, block.end));
      from = block;
    }
  }
  return { front, inside, tail, start, latest, from };

  /** The shift begins at its start place, wherever the technician was before. */
  function startFromHome(block: Block): void {
    start = afterPauses(Math.max(start, block.end + driveBetween(matrix, block, shift.startPlace)));
  }

  function afterPauses(time: number): number {
    return Math.max(time, ...pauses.filter((pause) => pause.start < time).map(({ end }) => end));
  }

  function isReached(block: Block): boolean {
    return block.start >= now && start + driveBetween(matrix, from, block) <= block.start;
  }
}

/** Whether one of its visits is entered in the shift. */
export function owns({ id }: Shift, { stops }: Block): boolean {
  return stops.some(({ shift }) => shift === id);
}
