import { BLINK_ODDS, nextWord } from '../search/random.ts';
import type { Work } from '../schedule/work.ts';

/**
 * Cheapest position for visit c in a plain problem among its `width` best predecessors and successors and an empty
 * route: the node to follow, or -1 when none is feasible for less than `most`.
 * Written flat on purpose: four fifths of the search are spent in these two loops.
 */
export function placePlain(work: Work, c: number, width: number, most: number): number {
  const { model, state, neighbours, random } = work;
  const { next, prev, route, depart, latest, leg, load } = state;
  const { place, places, travel, inbound, capacity } = model;
  const { visits: predecessors, count: before } = neighbours.before;
  const { visits: successors, count: after } = neighbours.after;
  const ready = model.ready[c]!;
  const due = model.due[c]!;
  const service = model.service[c]!;
  const weight = model.demand[c]!;
  const row = place[c]! * places;
  const from = c * neighbours.width;
  let best = most;
  let follow = -1;
  const beforeEnd = from + Math.min(width, before[c]!);
  for (let k = from; k < beforeEnd; k++) {
    const p = predecessors[k]!;
    const into = inbound[row + place[p]!]!;
    const q = next[p]!;
    const out = travel[row + place[q]!]!;
    const delta = into + out - leg[p]!;
    if (delta >= best) continue;
    let start = depart[p]! + into;
    if (start > due) continue;
    if (start < ready) start = ready;
    if (start + service + out > latest[q]!) continue;
    const r = route[p]!;
    if (load[r]! + weight > capacity[r]!) continue;
    if (nextWord(random) < BLINK_ODDS) continue;
    best = delta;
    follow = p;
  }
  const afterEnd = from + Math.min(width, after[c]!);
  for (let k = from; k < afterEnd; k++) {
    const q = successors[k]!;
    const out = travel[row + place[q]!]!;
    const p = prev[q]!;
    const into = inbound[row + place[p]!]!;
    const delta = into + out - leg[p]!;
    if (delta >= best) continue;
    let start = depart[p]! + into;
    if (start < ready) start = ready;
    if (start > due || start + service + out > latest[q]!) continue;
    const r = route[q]!;
    if (load[r]! + weight > capacity[r]!) continue;
    if (nextWord(random) < BLINK_ODDS) continue;
    best = delta;
    follow = p;
  }
  const { emptyRoutes } = work;
  if (emptyRoutes.count > 0) {
    const r = emptyRoutes.items[emptyRoutes.count - 1]!;
    const p = model.nodes + 2 * r;
    const into = inbound[row + place[p]!]!;
    const out = travel[row + place[p + 1]!]!;
    if (into + out < best) {
      const start = Math.max(depart[p]! + into, ready);
      if (start <= due && start + service + out <= latest[p + 1]! && weight <= capacity[r]!) follow = p;
    }
  }
  return follow;
}
