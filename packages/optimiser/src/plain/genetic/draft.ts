import type { Model } from '../../model/model.ts';

/**
 * A schedule of a plain problem that may be late or overloaded, at a price. Who comes late goes back in time to when the
 * visit is due: the time gone back (warp) is what lateness costs, and stretches of a route stay independent of each other.
 * Numbered as in the model: visits, then start and end of each route.
 */
export type Draft = {
  readonly nodes: number;
  readonly routes: number;
  /** way[from * stride + to]; the last row leads from the start, the last column to the end of every route. */
  readonly way: Int32Array;
  readonly stride: number;
  readonly ready: Int32Array;
  readonly due: Int32Array;
  readonly service: Int32Array;
  readonly demand: Int32Array;
  readonly capacity: number;
  readonly opens: number;
  readonly closes: number;
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
  readonly warp: Int32Array;
  /** What a route pays for warp and overload. */
  readonly penalty: Float64Array;
  /** When a route last changed, and when a visit's moves were last tried. */
  readonly changed: Int32Array;
  readonly tried: Int32Array;
  stamp: number;
  /** Price of a unit of warp, and of a unit of load above the capacity. */
  warpPrice: number;
  loadPrice: number;
};

export function createDraft(model: Model): Draft {
  const { nodes, routes, place, places, travel } = model;
  const total = nodes + 2 * routes;
  const stride = nodes + 1;
  const way = new Int32Array(stride * stride);
  for (let a = 0; a < stride; a++)
    for (let b = 0; b < stride; b++)
      way[a * stride + b] = travel[place[a]! * places + place[b === nodes ? nodes + 1 : b]!]!;
  return {
    nodes,
    routes,
    way,
    stride,
    ready: model.ready,
    due: model.due,
    service: model.service,
    demand: model.demand,
    capacity: model.capacity[0]!,
    opens: model.routeStart[0]!,
    closes: model.routeEnd[0]!,
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
    warp: new Int32Array(routes),
    penalty: new Float64Array(routes),
    changed: new Int32Array(routes),
    tried: new Int32Array(nodes),
    stamp: 0,
    warpPrice: 1,
    loadPrice: 1,
  };
}
