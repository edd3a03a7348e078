import { insertAfter } from '../edit.ts';
import type { Work } from '../work.ts';
import { placeCrew } from './place-crew.ts';
import { placePlain } from './place-plain.ts';
import { placeRich } from './place-rich.ts';

/** Inserts each visit, in the given order, where it is cheapest; leaves out what would cost more than its penalty. */
export function insertGreedy(
  work: Work,
  list: Int32Array,
  count: number,
  width: number,
  generosity: number,
): void {
  const { model } = work;
  for (let i = 0; i < count; i++) {
    const c = list[i];
    const most = model.penalty[c] * generosity;
    if (model.rich === undefined) {
      let follow = placePlain(work, c, width, most / model.rate[0]);
      if (follow < 0 && width < work.neighbours.width)
        follow = placePlain(work, c, work.neighbours.width, most / model.rate[0]);
      if (follow >= 0) insertAfter(work, c, follow);
    } else if (model.rich.crewSize[c] > 1) placeCrew(work, c, most);
    else {
      let follow = placeRich(work, c, width, most, false);
      if (follow < 0) follow = placeRich(work, c, width, most, true);
      if (follow >= 0) insertAfter(work, c, follow);
    }
  }
}
