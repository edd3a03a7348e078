import { NEVER } from '../model/model.ts';
import type { RichModel } from '../model/model.ts';
import { startCost } from '../times/timetable.ts';
import type { Draft } from './draft.ts';

/** What a route pays for its rules, and how much of them it breaks; `rules` is infinite where somebody may not do a visit. */
type Told = { rules: number; warp: number; overload: number };

/** Where a drive is after each number of breaks: the time, its price, the time gone back, idle time, and how much later it could all be. */
type Stand = {
  readonly time: Float64Array;
  readonly price: Float64Array;
  readonly warp: Float64Array;
  readonly idle: Float64Array;
  readonly slack: Float64Array;
};

const MOST_BREAKS = 15;
let here = createStand();
let there = createStand();
const told: Told = { rules: 0, warp: 0, overload: 0 };

function createStand(): Stand {
  const each = (): Float64Array => new Float64Array(MOST_BREAKS + 1);
  return { time: each(), price: each(), warp: each(), idle: each(), slack: each() };
}

/**
 * Walks along the stops of route r under every rule, as `stepFront` does, but where a rule cannot be kept time goes back: to the end
 * of the last window, to the latest start of a break, to the end of the shift. The answer holds until the next call.
 */
export function priceStops(draft: Draft, r: number): Readonly<Told> {
  const { nodes, travel, place, places, next, model } = draft;
  const { rich } = model;
  told.rules = told.warp = told.overload = 0;
  const start = nodes + 2 * r;
  if (next[start]! >= nodes) return told;
  const breaks = rich.breakAt[r + 1]! - rich.breakAt[r]!;
  begin(here, model.routeStart[r]!, breaks);
  told.rules = rich.shiftCost[r]!;
  let load = 0;
  let row = draft.base[r]! + place[start]! * places;
  for (let i = next[start]!; i < nodes; i = next[i]!) {
    const price = rich.assign[i * model.routes + r]!;
    if (price < 0) {
      told.rules = Infinity;
      return told;
    }
    told.rules += price;
    load += draft.demand[i]!;
    step(draft, r, breaks, travel[row + place[i]!]!, i);
    row = draft.base[r]! + place[i]! * places;
  }
  step(draft, r, breaks, travel[row + place[start + 1]!]!, start + 1);
  told.overload = Math.max(0, load - draft.capacity[r]!);
  if (rich.kinds > 0) told.overload += overloadOfKinds(draft, r);
  let best = 0;
  for (let k = 1; k <= breaks; k++) if (isBetter(draft, k, best)) best = k;
  told.rules += here.price[best]!;
  told.warp = here.warp[best]!;
  return told;
}

/** Whatever keeps the rules is better than what does not. */
function isBetter({ warpPrice }: Draft, k: number, than: number): boolean {
  const { time, price, warp } = here;
  if (time[k]! >= NEVER || time[than]! >= NEVER) return time[k]! < NEVER;
  if ((warp[k] === 0) !== (warp[than] === 0)) return warp[k] === 0;
  return price[k]! + warp[k]! * warpPrice < price[than]! + warp[than]! * warpPrice;
}

function overloadOfKinds({ next, nodes, model }: Draft, r: number): number {
  const { kinds, demands, limits } = model.rich;
  let over = 0;
  for (let k = 0; k < kinds; k++) {
    let load = -limits[r * kinds + k]!;
    for (let i = next[nodes + 2 * r]!; i < nodes; i = next[i]!) load += demands[i * kinds + k]!;
    if (load > 0) over += load;
  }
  return over;
}

function begin(stand: Stand, time: number, breaks: number): void {
  for (let k = 0; k <= breaks; k++) stand.time[k] = NEVER;
  stand.time[0] = time;
  stand.price[0] = 0;
  stand.warp[0] = 0;
  stand.idle[0] = 0;
  stand.slack[0] = NEVER;
}

/** From where `here` stands to node j, a visit or the end of the route, with every number of breaks on the way. */
function step(draft: Draft, r: number, breaks: number, drive: number, j: number): void {
  const { rich } = draft.model;
  const first = rich.breakAt[r]!;
  for (let k = 0; k <= breaks; k++) there.time[k] = NEVER;
  for (let k = 0; k <= breaks; k++) {
    if (here.time[k]! >= NEVER) continue;
    let leave = here.time[k]!;
    let arrive = leave + drive;
    let warp = here.warp[k]!;
    let idle = here.idle[k]!;
    let slack = here.slack[k]!;
    let parked = false;
    for (let m = k; ; m++) {
      if (j < draft.nodes) visitAt(draft, j, m, arrive, here.price[k]!, warp, idle, slack);
      else endAt(draft, r, breaks, m, arrive, here.price[k]!, warp, idle, slack);
      if (m === breaks) break;
      const latest = rich.breakLatest[first + m]!;
      // Whoever is home before a break is due has none to take.
      if (j >= draft.nodes && arrive <= latest) break;
      let pause = Math.max(arrive, rich.breakEarliest[first + m]!);
      if (pause <= latest) {
        idle += pause - arrive;
        arrive = pause + rich.breakDuration[first + m]!;
        parked = true;
      } else {
        if (parked) break;
        pause = Math.max(leave, rich.breakEarliest[first + m]!);
        if (pause > latest) {
          warp += pause - latest;
          pause = latest;
        } else idle += pause - leave;
        leave = pause + rich.breakDuration[first + m]!;
        arrive = leave + drive;
      }
      slack = Math.min(slack, idle + latest - pause);
    }
  }
  const swap = here;
  here = there;
  there = swap;
}

function visitAt(
  draft: Draft,
  j: number,
  m: number,
  arrive: number,
  price: number,
  warp: number,
  idle: number,
  slack: number,
): void {
  const { rich } = draft.model;
  const closes = windowEndAt(draft, rich, j, arrive);
  let start = arrive;
  let gone = warp;
  if (arrive > closes) {
    gone += arrive - closes;
    start = closes;
  } else start = Math.max(arrive, opens);
  const waited = idle + Math.max(0, start - arrive);
  enter(
    draft,
    m,
    start + draft.service[j]!,
    price + startCost(rich, j, start),
    gone,
    waited,
    Math.min(slack, waited + closes - start),
  );
}

/** When the window opens that `windowEndAt` found. */
let opens = 0;

/** The end of the first window of visit j that is still open at `time`, or of its last. */
function windowEndAt({ bound, ready, due }: Draft, rich: RichModel, j: number, time: number): number {
  const last = rich.windowAt[j + 1]! - 1;
  if (bound[j] === 1 || last === rich.windowAt[j]!) {
    opens = ready[j]!;
    return due[j]!;
  }
  let w = rich.windowAt[j]!;
  while (w < last && rich.windowEnd[w]! < time) w++;
  opens = rich.windowStart[w]!;
  return rich.windowEnd[w]!;
}

function endAt(
  draft: Draft,
  r: number,
  breaks: number,
  m: number,
  arrive: number,
  price: number,
  warp: number,
  idle: number,
  slack: number,
): void {
  const { rich, routeStart, routeEnd } = draft.model;
  let gone = warp;
  let time = arrive;
  if (m < breaks) gone += Math.max(0, time - rich.breakLatest[rich.breakAt[r]! + m]!);
  if (time > routeEnd[r]!) {
    gone += time - routeEnd[r]!;
    time = routeEnd[r]!;
  }
  const over = Math.max(0, time - rich.regularEnd[r]!) * rich.overtime;
  gone += Math.max(0, time - routeStart[r]! - Math.min(idle, slack) - rich.maxDuration[r]!);
  enter(draft, m, time, price + over, gone, idle, slack);
}

/**
 * Of two ways to take as many breaks one that keeps the rules counts, and of two that do the earlier, as in the timetable; of others
 * the one that promises less.
 */
function enter(
  { warpPrice }: Draft,
  m: number,
  time: number,
  price: number,
  warp: number,
  idle: number,
  slack: number,
): void {
  if (there.time[m]! < NEVER) {
    const isKept = warp === 0;
    if (isKept !== (there.warp[m] === 0)) {
      if (!isKept) return;
    } else {
      const before = isKept
        ? there.time[m]!
        : (there.time[m]! + there.warp[m]!) * warpPrice + there.price[m]!;
      const now = isKept ? time : (time + warp) * warpPrice + price;
      if (now > before || (now === before && price >= there.price[m]!)) return;
    }
  }
  there.time[m] = time;
  there.price[m] = price;
  there.warp[m] = warp;
  there.idle[m] = idle;
  there.slack[m] = slack;
}
