import { insertAfter } from '../schedule/edit.ts';
import type { Work } from '../schedule/work.ts';
import { placePlain } from './place-plain.ts';

/**
 * Inserts each visit of a plain problem, in the given order, where it is cheapest; leaves out what would cost more than
 * its penalty. Gives up as soon as the schedule costs more than `limit` whatever the rest may do.
 */
export function insertPlain(
  work: Work,
  list: Int32Array,
  count: number,
  width: number,
  generosity: number,
  limit: number,
): void {
  const { penalty, rate } = work.model;
  let open = 0;
  for (let i = 0; i < count; i++) open += penalty[list[i]!]!;
  for (let i = 0; i < count; i++) {
    const c = list[i]!;
    open -= penalty[c]!;
    const most = (penalty[c]! * generosity) / rate[0]!;
    let follow = placePlain(work, c, width, most);
    if (follow < 0 && width < work.neighbours.width)
      follow = placePlain(work, c, work.neighbours.width, most);
    if (follow >= 0) insertAfter(work, c, follow);
    if (work.routesCost + work.unplacedCost - open >= limit) return;
  }
}
