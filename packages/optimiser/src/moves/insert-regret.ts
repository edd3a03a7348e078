import { insertAfter } from '../schedule/edit.ts';
import type { NearRoutes } from '../near/near-routes.ts';
import { createNearRoutes, findNearRoutes, MOST_NEAR } from '../near/near-routes.ts';
import type { Offers } from '../near/offers.ts';
import { askRoute, createOffers, DEAR, mayTake, offeredPlace } from '../near/offers.ts';
import { BLINK_ODDS, nextWord } from '../search/random.ts';
import type { Work } from '../schedule/work.ts';
import { has } from '../schedule/work.ts';
import { placeCrew } from './place-crew.ts';
import { placeAnywhere } from './place-visit.ts';

/** More visits than this at once are inserted in a given order instead: regret compares them all with each other. */
export const MOST_REGRETTED = 64;
/** Iterations between two looks at which routes pass near a visit. */
const EVERY = 2048;

/** What insertion by regret knows; and for each place in the list of visits at hand whom it asks and the two best offers. */
export type Regret = {
  readonly offers: Offers;
  readonly near: NearRoutes;
  lookedAt: number;
  /** asked[i * stride + k], k < askedCount[i]: routes. */
  readonly stride: number;
  readonly asked: Int32Array;
  readonly askedCount: Int32Array;
  /** Routes of the best and the second best offer or -1, their prices, and the least of what the other routes asked. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly rest: Float64Array;
};

/** Undefined where the offers would take too much memory. */
export function createRegret({ model }: Work): Regret | undefined {
  const offers = createOffers(model);
  const stride = MOST_NEAR + model.routes;
  return (
    offers && {
      offers,
      near: createNearRoutes(model.nodes),
      lookedAt: -EVERY,
      stride,
      asked: new Int32Array(MOST_REGRETTED * stride),
      askedCount: new Int32Array(MOST_REGRETTED),
      first: new Int32Array(MOST_REGRETTED),
      second: new Int32Array(MOST_REGRETTED),
      low: new Float64Array(MOST_REGRETTED),
      high: new Float64Array(MOST_REGRETTED),
      rest: new Float64Array(MOST_REGRETTED),
    }
  );
}

/** Keeps the routes near each visit up to date. */
export function lookAtRoutes(work: Work, regret: Regret, iterations: number): void {
  if (iterations - regret.lookedAt < EVERY) return;
  regret.lookedAt = iterations;
  findNearRoutes(work, regret.offers, regret.near);
}

/**
 * Inserts each visit where it is cheapest, first the one that would lose most if its best route were taken: whose second
 * best offer is so much dearer. Leaves out what would cost more than its penalty. Uses up the list, and gives up like
 * `insertGreedy` as soon as the schedule costs more than `limit`.
 */
export function insertByRegret(
  work: Work,
  regret: Regret,
  list: Int32Array,
  count: number,
  generosity: number,
  limit: number,
): void {
  const { model } = work;
  const { penalty } = model;
  const most = (c: number): number => Math.min(DEAR, penalty[c]! * generosity);
  let left = placeCrews(work, list, count, generosity);
  let open = 0;
  for (let i = 0; i < left; i++) {
    const c = list[i]!;
    open += penalty[c]!;
    chooseAsked(work, regret, c, i);
    askAll(work, regret, c, i, most(c));
  }
  while (left > 0 && work.routesCost + work.unplacedCost - open < limit) {
    const i = mostRegretted(regret, left);
    const c = list[i]!;
    const r = regret.first[i]!;
    const follow =
      r < 0 ? placeAnywhere(work, c, penalty[c]! * generosity) : offeredPlace(model, regret.offers, c, r);
    open -= penalty[c]!;
    left--;
    list[i] = list[left]!;
    moveNotes(regret, left, i);
    if (follow < 0) continue;
    insertAfter(work, c, follow);
    const changed = work.state.route[c]!;
    for (let k = 0; k < left; k++) askAgain(work, regret, list[k]!, k, changed, most(list[k]!));
  }
}

/** Crews are hard to bring together: they go before everybody. The number of visits that are left, now in front. */
function placeCrews(work: Work, list: Int32Array, count: number, generosity: number): number {
  const { rich, penalty } = work.model;
  let left = 0;
  for (let i = 0; i < count; i++) {
    const c = list[i]!;
    if (rich.crewSize[c]! > 1) placeCrew(work, c, penalty[c]! * generosity);
    else list[left++] = c;
  }
  return left;
}

/** Who loses most by waiting; whom nobody wants comes last. */
function mostRegretted({ first, low, high }: Regret, left: number): number {
  let most = -1;
  let chosen = 0;
  for (let i = 0; i < left; i++) {
    const loss = first[i]! < 0 ? -1 : high[i]! - low[i]!;
    if (loss <= most) continue;
    most = loss;
    chosen = i;
  }
  return chosen;
}

/** Those whose visits were just taken out, and those that pass near visit c. */
function chooseAsked({ model, touched }: Work, regret: Regret, c: number, i: number): void {
  const { asked, offers, near } = regret;
  const from = i * regret.stride;
  let to = from;
  for (let k = 0; k < touched.count; k++) {
    const r = touched.items[k]!;
    if (mayTake(model, offers, c, r)) asked[to++] = r;
  }
  const end = c * MOST_NEAR + near.count[c]!;
  for (let k = c * MOST_NEAR; k < end; k++) {
    const r = near.of[k]!;
    if (!has(touched, r)) asked[to++] = r;
  }
  regret.askedCount[i] = to - from;
}

function askAll(work: Work, regret: Regret, c: number, i: number, most: number): void {
  const { asked, offers } = regret;
  let first = -1;
  let second = -1;
  let low = most;
  let high = most;
  let rest = DEAR;
  const end = i * regret.stride + regret.askedCount[i]!;
  for (let k = i * regret.stride; k < end; k++) {
    const r = asked[k]!;
    const price = askRoute(work, offers, c, r, high);
    if (price >= high) {
      if (price < rest) rest = price;
      continue;
    }
    if (nextWord(work.random) < BLINK_ODDS) continue;
    if (high < rest) rest = high;
    if (price < low) {
      second = first;
      high = low;
      first = r;
      low = price;
    } else {
      second = r;
      high = price;
    }
  }
  regret.first[i] = first;
  regret.second[i] = second;
  regret.low[i] = low;
  regret.high[i] = high;
  regret.rest[i] = rest;
}

/**
 * Route r has changed: its offer is to be looked at again, and all of them only if it was among the best and no longer is,
 * or if the price of fairness has changed for another shift of its technician.
 */
function askAgain(work: Work, regret: Regret, c: number, i: number, r: number, most: number): void {
  const { first, second, low, high, rest, offers } = regret;
  if (!mayTake(work.model, offers, c, r)) return;
  const { fairness, technician } = work.model.rich;
  if (
    fairness > 0 &&
    (technician[first[i]!] === technician[r]! || technician[second[i]!] === technician[r]!)
  ) {
    askAll(work, regret, c, i, most);
    return;
  }
  const among = first[i] === r || second[i] === r;
  const bound = among ? Math.min(rest[i]!, most) : high[i]!;
  const price = askRoute(work, offers, c, r, bound);
  if (price >= bound) {
    if (among) askAll(work, regret, c, i, most);
    else if (price < rest[i]!) rest[i] = price;
    return;
  }
  if (!among) rest[i] = Math.min(rest[i]!, high[i]!);
  // What is not r's own offer stays behind it or in front of it.
  const other = first[i] === r ? second[i]! : first[i]!;
  const otherPrice = first[i] === r ? high[i]! : low[i]!;
  const ahead = price <= otherPrice;
  first[i] = ahead ? r : other;
  low[i] = ahead ? price : otherPrice;
  second[i] = ahead ? other : r;
  high[i] = ahead ? otherPrice : price;
}

function moveNotes(regret: Regret, from: number, to: number): void {
  const { stride, asked, askedCount, first, second, low, high, rest } = regret;
  asked.copyWithin(to * stride, from * stride, from * stride + askedCount[from]!);
  askedCount[to] = askedCount[from]!;
  first[to] = first[from]!;
  second[to] = second[from]!;
  low[to] = low[from]!;
  high[to] = high[from]!;
  rest[to] = rest[from]!;
}
