import { ints } from '../model/ints.ts';
import type { Model, Times } from '../model/model.ts';
import { isBound } from '../schedule/work.ts';

/**
 * A schedule of every visit that may be late or overloaded, at a price. Who comes late goes back in time to when the visit
 * is due: the time gone back (warp) is what lateness costs, and stretches of a route stay independent of each other.
 * Numbered as in the model: visits, then start and end of each route.
 */
export type Draft = {
  readonly model: Model;
  readonly nodes: number;
  readonly routes: number;
  readonly places: number;
  readonly travel: Times;
  readonly place: Int32Array;
  /** Offset of the route's times in `travel`. */
  readonly base: Int32Array;
  /** Prices of drives, with the rate of whoever drives: way[block[r] + from * places + to]. */
  readonly way: Times | Float64Array;
  readonly block: Int32Array;
  /** Hull of the windows; of what is bound its start. */
  readonly ready: Int32Array;
  readonly due: Int32Array;
  readonly service: Int32Array;
  readonly demand: Int32Array;
  readonly capacity: Int32Array;
  /** Visits that stay on their route: pinned ones, and crews, which have one start for all. */
  readonly bound: Uint8Array;
  readonly hasBound: boolean;
  /** Whether a route has rules beside windows and one load: then what the sums below say is a bound, and its stops tell. */
  readonly ruled: boolean;
  /** Whether not everybody may do everything. */
  readonly choosy: boolean;
  /** Routes whose ends are alike: what lies behind a cut then goes on as it did. */
  readonly ending: Int32Array;
  readonly next: Int32Array;
  readonly prev: Int32Array;
  readonly route: Int32Array;
  /** Place of a node in its route. */
  readonly rank: Int32Array;
  /** Departure after a node, the warp up to it and the load up to it, itself included. */
  readonly depart: Int32Array;
  readonly warpBefore: Int32Array;
  readonly loadBefore: Int32Array;
  /** Latest arrival that adds no warp to what there is from the node on, and that warp. */
  readonly latest: Int32Array;
  readonly warpAfter: Int32Array;
  readonly size: Int32Array;
  readonly load: Int32Array;
  /** Per route the price of its drives, of what else its rules ask for, and how much of the rules is broken. */
  readonly drives: Float64Array;
  readonly rules: Float64Array;
  readonly warp: Float64Array;
  readonly overload: Float64Array;
  /** What a route pays beside its drives; and the most that a change of it can save, with the fairness of its technician. */
  readonly penalty: Float64Array;
  readonly most: Float64Array;
  /** Visit time per technician. */
  readonly work: Int32Array;
  readonly routeWork: Int32Array;
  /** When a route last changed, and when a visit's moves were last tried. */
  readonly changed: Int32Array;
  readonly tried: Int32Array;
  stamp: number;
  /** Price of a unit of warp, and of a unit of load above the capacity. */
  warpPrice: number;
  loadPrice: number;
};

/** `starts`: when a bound visit begins. */
export function createDraft(model: Model, starts: Int32Array): Draft {
  const { nodes, routes, rich } = model;
  const total = nodes + 2 * routes;
  const ready = model.ready.slice();
  const due = model.due.slice();
  const bound = new Uint8Array(nodes);
  for (let i = 0; i < nodes; i++) {
    if (!isBound(model, i)) continue;
    bound[i] = 1;
    if (starts[i]! >= 0) ready[i] = due[i] = starts[i]!;
  }
  const choosy = rich.assign.some((price) => price < 0);
  return {
    model,
    nodes,
    routes,
    places: model.places,
    travel: model.travel,
    place: model.place,
    base: rich.base,
    ...pricedWays(model),
    ready,
    due,
    service: model.service,
    demand: model.demand,
    capacity: model.capacity,
    bound,
    hasBound: bound.includes(1),
    ruled:
      rich.timed ||
      rich.windowStart.length !== nodes ||
      rich.kinds > 0 ||
      rich.fairness > 0 ||
      rich.assign.some((price) => price > 0) ||
      rich.shiftCost.some((price) => price > 0),
    choosy,
    ending: alikeEndings(model),
    next: new Int32Array(total),
    prev: new Int32Array(total),
    route: new Int32Array(total),
    rank: new Int32Array(total),
    depart: new Int32Array(total),
    warpBefore: new Int32Array(total),
    loadBefore: new Int32Array(total),
    latest: new Int32Array(total),
    warpAfter: new Int32Array(total),
    size: new Int32Array(routes),
    load: new Int32Array(routes),
    drives: new Float64Array(routes),
    rules: new Float64Array(routes),
    warp: new Float64Array(routes),
    overload: new Float64Array(routes),
    penalty: new Float64Array(routes),
    most: new Float64Array(routes),
    work: new Int32Array(model.technicians),
    routeWork: new Int32Array(routes),
    changed: new Int32Array(routes),
    tried: new Int32Array(nodes),
    stamp: 0,
    warpPrice: 1,
    loadPrice: 1,
  };
}

/** A matrix for each profile and rate; the times themselves where those are their prices. */
function pricedWays(model: Model): Pick<Draft, 'way' | 'block'> {
  const { travel, places, rate, routes, rich } = model;
  if (rate.every((price) => price === 1)) return { way: travel, block: rich.base };
  const size = places * places;
  const kinds = new Map<string, { base: number; rate: number; block: number }>();
  const block = ints(routes, (r) => {
    const key = `${rich.base[r]} ${rate[r]}`;
    const known = kinds.get(key) ?? { base: rich.base[r]!, rate: rate[r]!, block: kinds.size * size };
    kinds.set(key, known);
    return known.block;
  });
  let dearest = 0;
  for (const kind of kinds.values())
    for (let at = kind.base; at < kind.base + size; at++)
      dearest = Math.max(dearest, travel[at]! * kind.rate);
  const way = dearest < 2 ** 31 ? new Int32Array(kinds.size * size) : new Float64Array(kinds.size * size);
  for (const kind of kinds.values())
    for (let at = 0; at < size; at++) way[kind.block + at] = travel[kind.base + at]! * kind.rate;
  return { way, block };
}

function alikeEndings({ nodes, routes, place, routeEnd, rich }: Model): Int32Array {
  const seen = new Map<string, number>();
  return Int32Array.from({ length: routes }, (_, r) => {
    const key = `${place[nodes + 2 * r + 1]} ${routeEnd[r]} ${rich.base[r]}`;
    if (!seen.has(key)) seen.set(key, seen.size);
    return seen.get(key)!;
  });
}

/** What warp and load cost route r, where nothing else does. */
export function brokenPrice(draft: Draft, r: number, warp: number, load: number): number {
  const over = load - draft.capacity[r]!;
  return warp * draft.warpPrice + (over > 0 ? over * draft.loadPrice : 0);
}

/** What the schedule costs apart from rules that are broken, and how much of them is. */
export function sumsOf(draft: Draft): { cost: number; warp: number; overload: number } {
  const { fairness, share } = draft.model.rich;
  let cost = 0;
  let warp = 0;
  let overload = 0;
  for (let r = 0; r < draft.routes; r++) {
    cost += draft.drives[r]! + draft.rules[r]!;
    warp += draft.warp[r]!;
    overload += draft.overload[r]!;
  }
  if (fairness > 0) draft.work.forEach((worked, t) => (cost += Math.max(0, worked - share[t]!) * fairness));
  return { cost, warp, overload };
}
