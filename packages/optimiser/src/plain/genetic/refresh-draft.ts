import type { Draft } from './draft.ts';

/** What warp and load cost a route. */
export function penaltyOf(draft: Draft, warp: number, load: number): number {
  const over = load - draft.capacity;
  return warp * draft.warpPrice + (over > 0 ? over * draft.loadPrice : 0);
}

/** Reckons a route anew from its successors. */
export function refreshRoute(draft: Draft, r: number): void {
  const { nodes, way, stride, ready, due, service, demand, next, prev, route, rank } = draft;
  const { depart, warpBefore, loadBefore, latest, warpAfter } = draft;
  const start = nodes + 2 * r;
  const end = start + 1;
  let time = draft.opens;
  let warp = 0;
  let load = 0;
  let place = 0;
  let row = nodes;
  let before = start;
  route[start] = r;
  rank[start] = 0;
  depart[start] = time;
  warpBefore[start] = 0;
  loadBefore[start] = 0;
  for (let i = next[start]!; i < nodes; i = next[i]!) {
    time += way[row * stride + i]!;
    if (time < ready[i]!) time = ready[i]!;
    else if (time > due[i]!) {
      warp += time - due[i]!;
      time = due[i]!;
    }
    time += service[i]!;
    load += demand[i]!;
    prev[i] = before;
    route[i] = r;
    rank[i] = ++place;
    depart[i] = time;
    warpBefore[i] = warp;
    loadBefore[i] = load;
    before = i;
    row = i;
  }
  time += way[row * stride + nodes]!;
  if (time > draft.closes) warp += time - draft.closes;
  prev[end] = before;
  route[end] = r;
  rank[end] = place + 1;
  latest[end] = draft.closes;
  warpAfter[end] = 0;
  let bound = draft.closes;
  let behind = 0;
  let column = nodes;
  for (let i = before; i < nodes; i = prev[i]!) {
    bound -= way[i * stride + column]! + service[i]!;
    if (bound > due[i]!) bound = due[i]!;
    else if (bound < ready[i]!) {
      behind += ready[i]! - bound;
      bound = ready[i]!;
    }
    latest[i] = bound;
    warpAfter[i] = behind;
    column = i;
  }
  draft.size[r] = place;
  draft.load[r] = load;
  draft.warp[r] = warp;
  draft.penalty[r] = penaltyOf(draft, warp, load);
}

/** Lays a schedule out, as one in which nothing is left to try. */
export function loadDraft(draft: Draft, next: Int32Array): void {
  draft.next.set(next);
  draft.stamp = 0;
  draft.changed.fill(0);
  draft.tried.fill(0);
  for (let r = 0; r < draft.routes; r++) refreshRoute(draft, r);
}

/** A route was relinked: reckons it anew and has its moves tried again. */
export function noteChange(draft: Draft, r: number): void {
  refreshRoute(draft, r);
  draft.changed[r] = ++draft.stamp;
}

/** Other prices: every route pays anew. */
export function setPrices(draft: Draft, warpPrice: number, loadPrice: number): void {
  draft.warpPrice = warpPrice;
  draft.loadPrice = loadPrice;
  for (let r = 0; r < draft.routes; r++) draft.penalty[r] = penaltyOf(draft, draft.warp[r]!, draft.load[r]!);
}

export function travelOf(draft: Draft): number {
  const { nodes, way, stride, next } = draft;
  let sum = 0;
  for (let r = 0; r < draft.routes; r++) {
    let row = nodes;
    for (let i = next[nodes + 2 * r]!; i < nodes; i = next[i]!) {
      sum += way[row * stride + i]!;
      row = i;
    }
    if (row < nodes) sum += way[row * stride + nodes]!;
  }
  return sum;
}

export function warpOf(draft: Draft): number {
  return draft.warp.reduce((sum, warp) => sum + warp, 0);
}

export function overloadOf(draft: Draft): number {
  return draft.load.reduce((sum, load) => sum + Math.max(0, load - draft.capacity), 0);
}
