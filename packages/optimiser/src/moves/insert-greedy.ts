import { insertAfter } from '../schedule/edit.ts';
import type { Work } from '../schedule/work.ts';
import { placeCrew } from './place-crew.ts';
import { placeAnywhere, placeVisit } from './place-visit.ts';

/**
 * Inserts each visit, in the given order, where it is cheapest; leaves out what would cost more than its penalty.
 * Gives up as soon as the schedule costs more than `limit` whatever the rest may do: most attempts end here.
 */
export function insertGreedy(
  work: Work,
  list: Int32Array,
  count: number,
  width: number,
  generosity: number,
  limit: number,
): void {
  const { model } = work;
  // The first schedule has no limit: neighbours are of little help while few of them have a place.
  const everywhere = limit === Infinity;
  let open = 0;
  for (let i = 0; i < count; i++) open += model.penalty[list[i]!]!;
  for (let i = 0; i < count; i++) {
    const c = list[i]!;
    open -= model.penalty[c]!;
    const most = model.penalty[c]! * generosity;
    if (model.rich.crewSize[c]! > 1) placeCrew(work, c, most);
    else {
      let follow = placeVisit(work, c, width, most, everywhere);
      if (follow < 0 && !everywhere) follow = placeAnywhere(work, c, most);
      if (follow >= 0) insertAfter(work, c, follow);
    }
    if (work.routesCost + work.unplacedCost - open >= limit) return;
  }
}
