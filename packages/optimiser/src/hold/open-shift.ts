import type { Shift, TakenBreak, TravelMatrix } from '@muster/domain/scheduling/problem';

import type { Block, Pause, Spot } from './block.ts';
import { findEdges, owns } from './edges.ts';
import { pastBreaks } from './past-breaks.ts';
import { ownDay, timesLeft } from './times-left.ts';

/** What is left of a shift to plan in, around the blocks that lie inside it. */
export type OpenShift = {
  /** With the times that are left. Its places are those of `from` and `to`. */
  readonly shift: Shift;
  readonly from: Spot;
  readonly to: Spot;
  readonly inside: readonly Block[];
  /** For each of its breaks the number among those of the whole shift. */
  readonly rules: readonly number[];
  /** Breaks before or after what is left, or whose time the blocks take. */
  readonly keptBreaks: readonly TakenBreak[];
  /** Whether what stays in the shift makes a break due, or the day too long. */
  readonly isDue: (rule: number) => boolean;
  readonly isTooLong: boolean;
};

/** Undefined when nothing is left. `taken`: breaks that are on the schedule; `settled`: those of them whose time the blocks take. */
export function openShift(
  shift: Shift,
  blocks: readonly Block[],
  matrix: TravelMatrix | undefined,
  now: number,
  taken: readonly TakenBreak[],
  settled: readonly TakenBreak[],
): OpenShift | undefined {
  const edges = findEdges(shift, blocks, matrix, now, pausesOf(shift, taken));
  const { from, inside, tail } = edges;
  const isCut = (time: number): boolean => time < edges.start || time >= (tail?.start ?? Infinity);
  const noted = taken.filter((pause) => isCut(pause.start) || settled.includes(pause));
  const keptBreaks = [...noted, ...pastBreaks(shift, edges, matrix, noted)];
  const day = ownDay(shift, blocks, matrix, pausesOf(shift, keptBreaks));
  // A break is counted as part of the day where there would have been time for the drive before it.
  const hasBegun = edges.start > shift.start && (shift.breaks ?? []).length > 0;
  const times = timesLeft(shift, blocks, edges, matrix, day, hasBegun);
  if (times.start > times.latestEnd) return undefined;
  const all = shift.breaks ?? [];
  const rules = all.flatMap((_, rule) => (keptBreaks.some((pause) => pause.rule === rule) ? [] : [rule]));
  const missed = rules.filter((rule) => all[rule]!.latest < times.start);
  // Working on would make a break due that can no longer be taken.
  const isDue = (rule: number): boolean => day.back > all[rule]!.latest;
  if (!missed.every(isDue)) return undefined;
  const left = rules.filter((rule) => !missed.includes(rule));
  const { breaks: _, maxDuration: __, cost, ...rest } = shift;
  const isUsed = blocks.some((block) => owns(shift, block) && !inside.includes(block));
  return {
    shift: {
      ...rest,
      ...times,
      ...(left.length > 0 && { breaks: left.map((rule) => all[rule]!) }),
      ...(cost !== undefined && !isUsed && { cost }),
    },
    from,
    to: tail ?? shift.endPlace,
    inside,
    rules: left,
    keptBreaks,
    isDue,
    isTooLong: day.back - day.leave > (shift.maxDuration ?? Infinity),
  };
}

/** When the breaks begin and end. */
export function pausesOf({ breaks }: Shift, taken: readonly TakenBreak[]): Pause[] {
  return taken.map(({ rule, start }) => ({ start, end: start + (breaks?.[rule]?.duration ?? 0) }));
}
