import { insertAfter, removeChain } from '../schedule/edit.ts';
import { NEVER } from '../model/model.ts';
import { BLINK_ODDS, nextBelow, nextWord } from '../search/random.ts';
import { earliestStart } from '../times/timetable.ts';
import type { Work } from '../schedule/work.ts';
import { isBound } from '../schedule/work.ts';
import { fitsAfter } from './place-visit.ts';

const LONGEST = 8;
/** Chains drawn, of which the one is taken that saves most when it goes. */
const DRAWS = 6;
/** Neighbours tried on either side. */
const MOST_TRIED = 30;

/** The chain that is on the move: its visits, and their work with the drives between them. */
const chain = { visits: new Int32Array(LONGEST), count: 0, duration: 0 };

/**
 * Moves a few visits in a row, c among them, to the place on another route where they cost least by travel and use of
 * shifts: much quicker than to insert them one by one. For rich problems, and for a visit that is placed and not bound.
 * False when no place costs less than `room` more, or the chosen one breaks a rule: then the schedule is to be reverted.
 */
export function moveChain(work: Work, c: number, width: number, room: number): boolean {
  drawChain(work, c);
  const { visits, count } = chain;
  let p = cheapestPlace(work, Math.min(width, MOST_TRIED), room);
  if (p < 0) return false;
  removeChain(work, visits[0]!, count);
  for (let k = 0; k < count; k++) {
    const visit = visits[k]!;
    if (!fitsAfter(work, visit, p)) return false;
    insertAfter(work, visit, p);
    p = visit;
  }
  return true;
}

function drawChain({ model, state, random }: Work, c: number): void {
  const { next, prev, leg, route } = state;
  const { nodes, place, places, travel, rich } = model;
  const base = rich.base[route[c]!]!;
  const longest = Math.min(LONGEST, state.size[route[c]!]!);
  const isFree = (i: number): boolean => i < nodes && !isBound(model, i);
  let most = -NEVER;
  let first = c;
  for (let draw = 0; draw < DRAWS; draw++) {
    const length = 1 + nextBelow(random, longest);
    let head = c;
    for (let back = nextBelow(random, length); back > 0 && isFree(prev[head]!); back--) head = prev[head]!;
    let last = head;
    let count = 1;
    for (; count < length && isFree(next[last]!); count++) last = next[last]!;
    const before = prev[head]!;
    const direct = travel[base + place[before]! * places + place[next[last]!]!]!;
    const saved = leg[before]! + leg[last]! - direct;
    if (saved <= most) continue;
    most = saved;
    first = head;
    chain.count = count;
  }
  chain.duration = 0;
  for (let k = 0, i = first; k < chain.count; k++, i = next[i]!) {
    chain.visits[k] = i;
    chain.duration += model.service[i]! + (k < chain.count - 1 ? leg[i]! : 0);
  }
}

/** The node to follow, or -1. */
function cheapestPlace(work: Work, width: number, room: number): number {
  const { model, state, neighbours, emptyRoutes, random } = work;
  const { next, prev, route, leg, depart, latest, size } = state;
  const { nodes, place, places, travel, inbound, rate } = model;
  const { shiftCost } = model.rich;
  const { visits, count, duration } = chain;
  const first = visits[0]!;
  const last = visits[count - 1]!;
  const r = route[first]!;
  const base = model.rich.base[r]!;
  const into = base + place[first]! * places;
  const out = base + place[last]! * places;
  const p = prev[first]!;
  const direct = size[r] === count ? 0 : travel[base + place[p]! * places + place[next[last]!]!]!;
  const saved = (leg[p]! + leg[last]! - direct) * rate[r]! + (size[r] === count ? shiftCost[r]! : 0);
  let best = room;
  let follow = -1;
  const consider = (a: number, s: number): void => {
    const b = next[a]!;
    const way = inbound[into + place[a]!]!;
    const onward = travel[out + place[b]!]!;
    const more = size[s] === 0 ? way + onward : way + onward - leg[a]!;
    const cost = more * rate[r]! + (size[s] === 0 ? shiftCost[s]! : 0) - saved;
    if (cost >= best) return;
    const arrive = depart[a]! + way;
    if (arrive > model.due[first]! || arrive + duration + onward > latest[b]!) return;
    // Inner drives stay as they are only where both drive alike.
    if (
      rate[s] !== rate[r]! ||
      model.rich.base[s] !== base ||
      !chainFits(work, s, arrive, onward, latest[b]!)
    )
      return;
    if (nextWord(random) < BLINK_ODDS) return;
    best = cost;
    follow = a;
  };
  const { before, after } = neighbours.atHand;
  for (let k = 0; k < Math.min(width, before.count[first]!); k++) {
    const a = before.visits[first * neighbours.width + k]!;
    const s = route[a]!;
    if (s >= 0 && s !== r) consider(a, s);
  }
  for (let k = 0; k < Math.min(width, after.count[last]!); k++) {
    const b = after.visits[last * neighbours.width + k]!;
    const s = route[b]!;
    if (s >= 0 && s !== r) consider(prev[b]!, s);
  }
  for (let k = 0; k < emptyRoutes.count; k++) {
    const s = emptyRoutes.items[k]!;
    consider(nodes + 2 * s, s);
  }
  return follow;
}

/** Whether the technician of route s may do the whole chain, and is through in time, breaks aside. */
function chainFits(
  { model, state }: Work,
  s: number,
  arrive: number,
  onward: number,
  latest: number,
): boolean {
  const { visits, count } = chain;
  const { assign } = model.rich;
  let time = arrive;
  for (let k = 0; k < count; k++) {
    const i = visits[k]!;
    if (assign[i * model.routes + s]! < 0) return false;
    const start = earliestStart(model.rich, state, i, time);
    if (start >= NEVER) return false;
    time = start + model.service[i]! + (k < count - 1 ? state.leg[i]! : onward);
  }
  return time <= latest;
}
