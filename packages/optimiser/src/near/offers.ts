import type { Model } from '../model/model.ts';
import { NEVER } from '../model/model.ts';
import { carries, fairnessCost } from '../schedule/loads.ts';
import { timetablePrice } from '../times/timetable-price.ts';
import type { Work } from '../schedule/work.ts';

/**
 * What each route asks for taking a visit in, at its best position, as it was last worked out: it holds as long as the
 * route's version stands. Four numbers for visit c and route r lie side by side, from (c * routes + r) * FIELDS on.
 */
export type Offers = Int32Array;

const FIELDS = 4;
/** Version of the route, back then. */
const VERSION = 0;
/** Price of the best position, fairness aside; or a bound below it while FOLLOW says nobody. */
const PRICE = 1;
/** The node that the visit would follow. */
const FOLLOW = 2;
/** Price of that technician on that visit; NOBODY where the rules or the hours of the shift forbid it. */
const ASSIGN = 3;
const NOBODY = -1;

/** No offer: dearer than any. */
export const DEAR = 2 ** 30;
/** More visits times routes than this are not worth their memory; and routes are noted in two bytes. */
const MOST = 2 ** 22;
const MOST_ROUTES = 2 ** 16;

/** Nothing worked out yet. Undefined where that would take too much memory. */
export function createOffers(model: Model): Offers | undefined {
  const { nodes, routes, routeStart, routeEnd, service } = model;
  const { assign, windowAt, windowStart, windowEnd } = model.rich;
  if (nodes * routes > MOST || routes > MOST_ROUTES) return undefined;
  const offers = new Int32Array(nodes * routes * FIELDS).fill(NOBODY);
  for (let c = 0; c < nodes; c++) {
    for (let r = 0; r < routes; r++) {
      for (let w = windowAt[c]!; w < windowAt[c + 1]!; w++) {
        if (routeStart[r]! > windowEnd[w]! || routeEnd[r]! < windowStart[w]! + service[c]!) continue;
        offers[(c * routes + r) * FIELDS + ASSIGN] = assign[c * routes + r]!;
        break;
      }
    }
  }
  return offers;
}

export function mayTake(model: Model, offers: Offers, c: number, r: number): boolean {
  return offers[(c * model.routes + r) * FIELDS + ASSIGN] !== NOBODY;
}

/** Whom visit c would follow on route r, whose price was asked for last. */
export function offeredPlace(model: Model, offers: Offers, c: number, r: number): number {
  return offers[(c * model.routes + r) * FIELDS + FOLLOW]!;
}

/** Price of visit c on route r if it is below `most`, else any number that is not. */
export function askRoute(work: Work, offers: Offers, c: number, r: number, most: number): number {
  const { model, state } = work;
  const at = (c * model.routes + r) * FIELDS;
  const version = state.rich.version[r]!;
  const fair = model.rich.fairness > 0 ? fairnessCost(model, state, c, r) : 0;
  const price = offers[at + PRICE]! + fair;
  const known = offers[at + VERSION] === version;
  if (known && (price >= most || offers[at + FOLLOW] !== NOBODY)) return price;
  offers[at + VERSION] = version;
  offers[at + FOLLOW] = NOBODY;
  offers[at + PRICE] = DEAR;
  workOut(work, offers, at, c, r, most - fair);
  return offers[at + PRICE]! + fair;
}

/**
 * By travel alone one position is best, and most often it keeps every rule and costs nothing else: only if not are the
 * others tried. Where a visit more makes a timetable cheaper, as may happen to a schedule that is being repaired, a dearer
 * position may be named.
 */
function workOut(work: Work, offers: Offers, at: number, c: number, r: number, most: number): void {
  const { model, state } = work;
  const rich = model.rich;
  if (!carries(model, state, c, r)) return;
  const { next, depart, latest, leg } = state;
  const { place, inbound, travel } = model;
  const empty = state.size[r] === 0;
  const fixed = offers[at + ASSIGN]! + (empty ? rich.shiftCost[r]! : 0);
  const row = rich.base[r]! + place[c]! * model.places;
  const due = model.due[c]!;
  const service = model.service[c]!;
  const end = model.nodes + 2 * r + 1;
  let least = NEVER;
  let best = -1;
  let from = row + place[end - 1]!;
  for (let p = end - 1; p !== end && depart[p]! <= due;) {
    const q = next[p]!;
    const to = row + place[q]!;
    const drive = inbound[from]! + travel[to]!;
    const detour = drive - leg[p]!;
    if (detour < least && depart[p]! + drive + service <= latest[q]!) {
      least = detour;
      best = p;
    }
    from = to;
    p = q;
  }
  if (best < 0) return;
  if (empty) least += leg[end - 1]!;
  const price = Math.min(DEAR, least * model.rate[r]! + fixed);
  offers[at + PRICE] = price;
  if (price >= most) return;
  const more = timetablePrice(
    model,
    state,
    c,
    best,
    inbound[row + place[best]!]!,
    travel[row + place[next[best]!]!]!,
  );
  if (more > 0) tryEach(work, offers, at, c, r, row, fixed, most);
  else {
    offers[at + PRICE] = price + more;
    offers[at + FOLLOW] = best;
  }
}

/** The cheapest of all positions, with what their timetables cost. */
function tryEach(
  work: Work,
  offers: Offers,
  at: number,
  c: number,
  r: number,
  row: number,
  fixed: number,
  most: number,
): void {
  const { model, state } = work;
  const { next, depart, latest, leg } = state;
  const { place, inbound, travel } = model;
  const empty = state.size[r] === 0;
  const end = model.nodes + 2 * r + 1;
  let best = most;
  let bound = DEAR;
  for (let p = end - 1; p !== end && depart[p]! <= model.due[c]!; p = next[p]!) {
    const q = next[p]!;
    const into = inbound[row + place[p]!]!;
    const out = travel[row + place[q]!]!;
    if (depart[p]! + into + model.service[c]! + out > latest[q]!) continue;
    let price = (into + out - (empty ? 0 : leg[p]!)) * model.rate[r]! + fixed;
    if (price < best) {
      const more = timetablePrice(model, state, c, p, into, out);
      if (more === NEVER) continue;
      price += more;
    }
    if (price < best) {
      best = price;
      offers[at + FOLLOW] = p;
    } else if (price < bound) bound = price;
  }
  offers[at + PRICE] = offers[at + FOLLOW] === NOBODY ? bound : best;
}
