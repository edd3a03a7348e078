import type { Break, Shift, TakenBreak, TravelMatrix } from '@muster/domain/scheduling/problem';

import type { Spot } from './block.ts';
import { driveBetween } from './block.ts';
import type { Edges } from './edges.ts';

/** Breaks whose time is over, entered where there was time for them: nobody writes down when they were taken. */
export function pastBreaks(
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
