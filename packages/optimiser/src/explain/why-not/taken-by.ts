import type { Problem, Shift, Technician, Visit } from '@muster/domain/scheduling/problem';

import { bestOrder } from './best-order.ts';

/** More names than this say no more than that the day is full. */
const MOST_NAMED = 3;

/**
 * The fewest visits in a row without which the visit would fit among the others in their order; those nearest to its
 * windows first. Undefined where a few do not explain it.
 */
export function takenBy(
  problem: Problem,
  technician: Technician,
  shift: Shift,
  own: readonly Visit[],
  visit: Visit,
): readonly string[] | undefined {
  for (let count = 1; count <= Math.min(MOST_NAMED, own.length); count++) {
    const runs = own
      .slice(0, own.length - count + 1)
      .map((_, first) => ({ first, away: awayFrom(own.slice(first, first + count), visit) }))
      .sort((a, b) => a.away - b.away);
    for (const { first } of runs) {
      const others = own.toSpliced(first, count);
      const { found } = bestOrder(problem, technician, shift, [...others, visit], 'insert');
      if (found !== undefined && found.over <= 0) return own.slice(first, first + count).map(({ id }) => id);
    }
  }
  return undefined;
}

/** How far the windows of the visits lie from those of the visit in question. */
function awayFrom(visits: readonly Visit[], { windows }: Visit): number {
  const from = windows[0]?.start ?? 0;
  return visits.reduce((sum, other) => {
    const window = other.pinned ?? other.windows[0];
    return sum + Math.abs((window?.start ?? 0) - from);
  }, 0);
}
