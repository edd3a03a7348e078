import type { Shift, TravelMatrix } from '@muster/domain/scheduling/problem';

import type { Block, Pause, Spot } from './block.ts';
import { driveBetween } from './block.ts';
import type { Edges } from './edges.ts';
import { owns } from './edges.ts';

export type Day = { readonly leave: number; readonly back: number };

/** When the technician leaves for what stays in the shift and is back from it, with the pauses that stay. */
export function ownDay(
  shift: Shift,
  blocks: readonly Block[],
  matrix: TravelMatrix | undefined,
  pauses: readonly Pause[],
): Day {
  const stops = blocks
    .flatMap((block) => block.stops.filter((stop) => stop.shift === shift.id))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const first = stops[0];
  const last = stops.at(-1);
  if (first === undefined || last === undefined) return { leave: Infinity, back: -Infinity };
  const out = driveBetween(matrix, shift.startPlace, first.visit.place);
  // A pause is taken on arrival where there was time for the drive before it.
  const onArrival = pauses.map(({ start }) => start).filter((start) => start - shift.start >= out);
  const after = pauses.filter(({ start }) => start >= last.end).map(({ end }) => end);
  return {
    leave: Math.min(first.start, ...onArrival) - out,
    back: Math.max(last.end, ...after) + driveBetween(matrix, last.visit.place, shift.endPlace),
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
  const isOut = front.some((block) => owns(shift, block));
  if (maxDuration !== undefined && blocks.some((block) => owns(shift, block) && isOver(block))) {
    const leave = day.back - maxDuration;
    if (!isOut) start = hasBegun && shift.start < leave ? Infinity : Math.max(start, leave);
    maxDuration = undefined;
  } else if (maxDuration !== undefined && isOut) {
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
