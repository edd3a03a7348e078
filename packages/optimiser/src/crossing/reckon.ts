import type { Draft } from './draft.ts';
import { priceStops } from './tolerant-times.ts';

/** Travel is whole, prices are not: a move has to win more than rounding could. */
export const BETTER = -0.001;

/** Reckons a route anew from its successors. */
function refreshRoute(draft: Draft, r: number): void {
  const { nodes, travel, place, places, ready, due, service, demand, next, prev, route, rank } = draft;
  const { depart, warpBefore, loadBefore, latest, warpAfter } = draft;
  const { routeStart, routeEnd } = draft.model;
  const base = draft.base[r]!;
  const start = nodes + 2 * r;
  const end = start + 1;
  let time = routeStart[r]!;
  let warp = 0;
  let load = 0;
  let rankNow = 0;
  let driven = 0;
  let worked = 0;
  let row = base + place[start]! * places;
  let before = start;
  route[start] = r;
  rank[start] = 0;
  depart[start] = time;
  warpBefore[start] = 0;
  loadBefore[start] = 0;
  for (let i = next[start]!; i < nodes; i = next[i]!) {
    const drive = travel[row + place[i]!]!;
    driven += drive;
    time += drive;
    if (time < ready[i]!) time = ready[i]!;
    else if (time > due[i]!) {
      warp += time - due[i]!;
      time = due[i]!;
    }
    time += service[i]!;
    worked += service[i]!;
    load += demand[i]!;
    prev[i] = before;
    route[i] = r;
    rank[i] = ++rankNow;
    depart[i] = time;
    warpBefore[i] = warp;
    loadBefore[i] = load;
    before = i;
    row = base + place[i]! * places;
  }
  const home = travel[row + place[end]!]!;
  time += home;
  if (time > routeEnd[r]!) warp += time - routeEnd[r]!;
  prev[end] = before;
  route[end] = r;
  rank[end] = rankNow + 1;
  latest[end] = routeEnd[r]!;
  warpAfter[end] = 0;
  let bound = routeEnd[r]!;
  let behind = 0;
  let column = place[end]!;
  for (let i = before; i < nodes; i = prev[i]!) {
    bound -= travel[base + place[i]! * places + column]! + service[i]!;
    if (bound > due[i]!) bound = due[i]!;
    else if (bound < ready[i]!) {
      behind += ready[i]! - bound;
      bound = ready[i]!;
    }
    latest[i] = bound;
    warpAfter[i] = behind;
    column = place[i]!;
  }
  draft.size[r] = rankNow;
  draft.load[r] = load;
  draft.drives[r] = rankNow === 0 ? 0 : (driven + home) * draft.model.rate[r]!;
  draft.warp[r] = rankNow === 0 ? 0 : warp;
  draft.overload[r] = Math.max(0, load - draft.capacity[r]!);
  if (draft.ruled) noteRules(draft, r, worked);
  priceRoute(draft, r);
}

/** What the stops of the route themselves tell. */
function noteRules(draft: Draft, r: number, worked: number): void {
  const t = draft.model.rich.technician[r]!;
  draft.work[t]! += worked - draft.routeWork[r]!;
  draft.routeWork[r] = worked;
  const told = priceStops(draft, r);
  draft.warp[r] = told.warp;
  draft.overload[r] = told.overload;
  draft.rules[r] = told.rules;
}

function priceRoute(draft: Draft, r: number): void {
  const { rules, warp, overload, penalty, most } = draft;
  penalty[r] = rules[r]! + warp[r]! * draft.warpPrice + overload[r]! * draft.loadPrice;
  most[r] = penalty[r]!;
  const { fairness, technician, share } = draft.model.rich;
  if (fairness === 0) return;
  const t = technician[r]!;
  const above = Math.max(0, draft.work[t]! - share[t]!) * fairness;
  // The shifts of one technician lie side by side.
  for (let s = r; technician[s] === t; s--) most[s] = penalty[s]! + above;
  for (let s = r + 1; technician[s] === t; s++) most[s] = penalty[s]! + above;
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
  for (let r = 0; r < draft.routes; r++) priceRoute(draft, r);
}

/** Routes r and s were relinked, by which drives cost `drives` more: keeps that if it is cheaper under every rule, else links them as they were. */
export function settle(draft: Draft, r: number, s: number, drives: number): boolean {
  if (draft.ruled && drives + rulesMore(draft, r, s) >= BETTER) {
    relink(draft, r);
    if (r !== s) relink(draft, s);
    return false;
  }
  noteChange(draft, r);
  if (r !== s) noteChange(draft, s);
  return true;
}

function relink({ nodes, next, prev }: Draft, r: number): void {
  for (let i = nodes + 2 * r + 1; i !== nodes + 2 * r; i = prev[i]!) next[prev[i]!] = i;
}

/** What two relinked routes pay more beside their drives. */
function rulesMore(draft: Draft, r: number, s: number): number {
  const { fairness } = draft.model.rich;
  let more = stopsPrice(draft, r) - draft.penalty[r]!;
  if (r !== s) more += stopsPrice(draft, s) - draft.penalty[s]!;
  return fairness > 0 && r !== s ? more + fairnessMore(draft, r, s) : more;
}

function stopsPrice(draft: Draft, r: number): number {
  const { rules, warp, overload } = priceStops(draft, r);
  return rules + warp * draft.warpPrice + overload * draft.loadPrice;
}

function fairnessMore({ model, nodes, next, service, work, routeWork }: Draft, r: number, s: number): number {
  const { technician, share, fairness } = model.rich;
  const t = technician[r]!;
  const other = technician[s]!;
  if (t === other) return 0;
  let moved = -routeWork[r]!;
  for (let i = next[nodes + 2 * r]!; i < nodes; i = next[i]!) moved += service[i]!;
  const above = (who: number, worked: number): number => Math.max(0, worked - share[who]!);
  return (
    (above(t, work[t]! + moved) -
      above(t, work[t]!) +
      above(other, work[other]! - moved) -
      above(other, work[other]!)) *
    fairness
  );
}
