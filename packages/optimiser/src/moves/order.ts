import { nextBelow, nextUnit } from '../search/random.ts';
import type { Work } from '../schedule/work.ts';

/** How often each order is drawn; Christiaens & Vanden Berghe (2020), with their additions for time windows. */
export const orders = ['random', 'heavy', 'far', 'near', 'narrow', 'early', 'late'] as const;
const ODDS = [4, 4, 2, 1, 2, 2, 2];
const TOTAL = 17;

/** Loads count only among visits that are worth as much. */
const LIGHT = 2 ** 24;

export type Order = (typeof orders)[number];

function drawOrder({ random }: Work): Order {
  let draw = nextBelow(random, TOTAL);
  let kind = 0;
  while (draw >= ODDS[kind]!) draw -= ODDS[kind++]!;
  return orders[kind]!;
}

/** Puts the visits into the order in which they will be inserted. */
export function orderVisits(
  work: Work,
  list: Int32Array,
  count: number,
  keys: Float64Array,
  order = drawOrder(work),
): void {
  const { model, random } = work;
  const { demand, ready, due, places, place, travel, penalty } = model;
  const depot = place[model.nodes]! * places;
  for (let i = 0; i < count; i++) {
    const c = list[i]!;
    if (order === 'random') keys[i] = nextUnit(random);
    else if (order === 'heavy') keys[i] = -penalty[c]! - demand[c]! / LIGHT;
    else if (order === 'far') keys[i] = -travel[depot + place[c]!]!;
    else if (order === 'near') keys[i] = travel[depot + place[c]!]!;
    else if (order === 'narrow') keys[i] = due[c]! - ready[c]!;
    else if (order === 'early') keys[i] = ready[c]!;
    else keys[i] = -due[c]!;
  }
  // Few visits, mostly: insertion sort. The first schedule has them all: a real sort.
  if (count > 64) {
    const sorted = list.slice(0, count);
    const by = new Map<number, number>();
    for (let i = 0; i < count; i++) by.set(list[i]!, keys[i]!);
    sorted.sort((a, b) => by.get(a)! - by.get(b)! || a - b);
    list.set(sorted);
    return;
  }
  for (let i = 1; i < count; i++) {
    const c = list[i]!;
    const key = keys[i]!;
    let j = i - 1;
    while (j >= 0 && keys[j]! > key) {
      keys[j + 1] = keys[j]!;
      list[j + 1] = list[j]!;
      j--;
    }
    keys[j + 1] = key;
    list[j + 1] = c;
  }
}
