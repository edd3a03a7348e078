import type { Shift, TravelMatrix } from '@muster/domain/scheduling/problem';

import type { Block, Spot } from './block.ts';
import { driveBetween } from './block.ts';
import type { Edges } from './edges.ts';
import { owns } from './edges.ts';

export type Day = { readonly leave: number; readonly back: number };

/** When the technician leaves for what stays in the shift, and is back from it. */
export function ownDay(shift: Shift, blocks: readonly Block[], matrix: TravelMatrix | undefined): Day {
  const stops = blocks
    .flatMap((block) => block.stops.filter((stop) => stop.shift === shift.id))
    .sort((a, b) => a.start - b.start);
  const first = stops[0];
  const last = stops.at(-1);
  if (first === undefined || last === undefined) return { leave: Infinity, back: -Infinity };
  return {
    leave: first.start - driveBetween(matrix, shift.startPlace, first.visit.place),
    back: last.end + driveBetween(matrix, last.visit.place, shift.endPlace),
  };
}

type Times = Pick<Shift, 'start' | 'end' | 'maxDuration'> & { readonly latestEnd: number };

/**
 * The times of what is left of a shift. Its longest duration turns into a latest end once the day has begun, and into an
 * earliest start where its end is settled.
 */
export function timesLeft(
  shift: Shift,
  blocks: readonly Block[],
  edges: Edges,
  matrix: TravelMatrix | undefined,
  day: Day,
  hasBegun: boolean,
): Times {
  const { from, inside, tail, front } = edges;
  const drive = (a: Spot, b: Spot): number => driveBetween(matrix, a, b);
  const first = inside[0];
  const last = inside.at(-1);
  let { start } = edges;
  let latestEnd = Math.min(edges.latest, tail?.start ?? Infinity);
  let { maxDuration } = shift;
  const isOver = (block: Block): boolean => !front.includes(block) && !inside.includes(block);
  if (maxDuration !== undefined && blocks.some((block) => owns(shift, block) && isOver(block))) {
    start = Math.max(start, day.back - maxDuration);
    maxDuration = undefined;
  } else if (maxDuration !== undefined && front.some((block) => owns(shift, block))) {
    latestEnd = Math.min(latestEnd, day.leave + maxDuration);
    maxDuration = undefined;
  } else if (maxDuration !== undefined && hasBegun)
    latestEnd = Math.min(latestEnd, shift.start + maxDuration);
  // What stays inside stays, even where that is too early or too late.
  if (first !== undefined) start = Math.min(start, first.start - drive(from, first));
  if (last !== undefined) latestEnd = Math.max(latestEnd, last.end + drive(last, tail ?? shift.endPlace));
  const end = Math.min(Math.max(shift.end, start), latestEnd);
  return { start, end, latestEnd, ...(maxDuration !== undefined && { maxDuration }) };
}
