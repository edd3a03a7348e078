import type { Shift, TakenBreak, TravelMatrix, Break } from '@muster/domain/dispatch/scheduling/problem';
import type { Block, Pause, Spot } from './block.ts';
import { driveBetween } from './block.ts';

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

/** Breaks whose time is over, entered where there was time for them: nobody writes down when they were taken. */
function pastBreaks(
  shift: Shift,
  { front, start }: Edges,
  matrix: TravelMatrix | undefined,
  kept: readonly TakenBreak[],
): TakenBreak[] {
  const found: TakenBreak[] = [];
  (shift.breaks ?? []).forEach((rule, i) => {
    if (rule.latest >= start || kept.some((pause) => pause.rule === i)) return;
    let free = { from: shift.startPlace as Spot, since: shift.start };
    const known = [...kept, ...found].map(
      (pause) => pause.start + (shift.breaks![pause.rule]?.duration ?? 0),
    );
    for (const next of [...front, undefined]) {
      const since = Math.max(free.since, ...known);
      const drive = next === undefined ? 0 : driveBetween(matrix, free.from, next);
      const pause = timeFor(rule, since, next?.start ?? start, drive);
      if (pause !== undefined) {
        found.push({ rule: i, start: pause });
        return;
      }
      if (next !== undefined) free = { from: next, since: Math.max(free.since, next.end) };
    }
  });
  return found;
}

/** When a break fits between two times with a drive before or after it. */
function timeFor(rule: Break, since: number, until: number, drive: number): number | undefined {
  for (const first of [since, since + drive]) {
    const pause = Math.max(first, rule.earliest);
    if (pause <= rule.latest && pause + rule.duration + (first === since ? drive : 0) <= until) return pause;
  }
  return undefined;
}

type Day = { readonly leave: number; readonly back: number };

/** When the technician leaves for what stays in the shift and is back from it, with the pauses that stay. */
function ownDay(
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
function timesLeft(
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

/** How blocks divide a shift: those that are cut off in front, those inside, and the one where it ends early. */
type Edges = {
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
function findEdges(
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
function owns({ id }: Shift, { stops }: Block): boolean {
  return stops.some(({ shift }) => shift === id);
}
