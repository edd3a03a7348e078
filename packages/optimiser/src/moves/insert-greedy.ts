import { insertAfter } from '../edit.ts';
import type { Work } from '../work.ts';
import { placeCrew } from './place-crew.ts';
import { placePlain } from './place-plain.ts';
import { placeAnywhere, placeRich } from './place-rich.ts';

/**
 * Inserts each visit, in the given order, where it is cheapest; leaves out what would cost more than its penalty.
 * Gives up as soon as the plan costs more than `limit` whatever the rest may do: most attempts end here.
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
  // The first plan has no limit: neighbours are of little help while few of them have a place.
  const everywhere = limit === Infinity;
  let open = 0;
  for (let i = 0; i < count; i++) open += model.penalty[list[i]!]!;
  for (let i = 0; i < count; i++) {
    const c = list[i]!;
    open -= model.penalty[c]!;
    const most = model.penalty[c]! * generosity;
    if (model.rich === undefined) {
      let follow = placePlain(work, c, width, most / model.rate[0]!);
      if (follow < 0 && width < work.neighbours.width)
        follow = placePlain(work, c, work.neighbours.width, most / model.rate[0]!);
      if (follow >= 0) insertAfter(work, c, follow);
    } else if (model.rich.crewSize[c]! > 1) placeCrew(work, c, most);
    else {
      let follow = placeRich(work, c, width, most, everywhere);
      if (follow < 0 && !everywhere) follow = placeAnywhere(work, c, most);
      if (follow >= 0) insertAfter(work, c, follow);
    }
    if (work.routesCost + work.bankCost - open >= limit) return;
  }
}
