import type { Evolution } from '../crossing/evolution.ts';
import { startEvolution } from '../crossing/evolution.ts';
import type { Compiled, Model } from '../model/model.ts';
import { exchangeTails } from '../moves/exchange-tails.ts';
import { insertGreedy } from '../moves/insert-greedy.ts';
import type { Regret } from '../moves/insert-regret.ts';
import { createRegret, lookAtRoutes, insertByRegret, MOST_REGRETTED } from '../moves/insert-regret.ts';
import { moveChain } from '../moves/move-chain.ts';
import { openRoute } from '../moves/open-route.ts';
import type { Order } from '../moves/order.ts';
import { orders, orderVisits } from '../moves/order.ts';
import { removeVisit, removeRoute, removeStrings } from '../moves/remove.ts';
import { keepAtHand } from '../near/at-hand.ts';
import { buildNeighbours } from '../near/neighbours.ts';
import { keep, revert } from '../schedule/settle.ts';
import type { Work } from '../schedule/work.ts';
import { createWork, isBound } from '../schedule/work.ts';
import { nodesOf } from '../times/route-times.ts';
import { timeRoute } from '../times/time-route.ts';
import { createRandom, nextUnit, nextBelow } from './random.ts';
import type { Heat, Rounds } from './rounds.ts';
import { createRounds } from './rounds.ts';
import type { Tuning, Pace } from './tuning.ts';

/** A search that is under way: advance it as long as you like, ask for the best schedule at any time. */
export type Search = {
  readonly compiled: Compiled;
  readonly work: Work;
  readonly attempts: Attempts;
  readonly rounds: Rounds;
  evolution: Evolution | undefined;
  /** Keeps the neighbours at hand up to date. */
  readonly lookAround: (iterations: number, width: number) => void;
  /** What one unit of temperature is worth. */
  readonly unit: number;
  /** Cost of the last accepted schedule. */
  cost: number;
  /** Successor of each node in the best schedule, its start where a crew fixed it, and its cost. */
  readonly bestNext: Int32Array;
  readonly bestFixed: Int32Array;
  bestCost: number;
  iterations: number;
  /** Times the best schedule was improved. */
  improvements: number;
};

/** `prepare` may put visits on the schedule before the first one is made. */
export function createSearch(
  compiled: Compiled,
  seed: number,
  tuning: Tuning,
  prepare: (work: Work) => void,
): Search {
  const { model } = compiled;
  const neighbours = buildNeighbours(model, tuning.widest, tuning.reach);
  const work = createWork(model, neighbours, createRandom(seed));
  const list = new Int32Array(model.nodes);
  const keys = new Float64Array(model.nodes);
  prepare(work);
  dropBroken(work);
  construct(work, tuning, list, keys);
  const cost = work.keptRoutesCost + work.keptUnplacedCost;
  return {
    compiled,
    work,
    attempts: { tuning, list, keys, regret: undefined },
    rounds: createRounds(model, work, tuning),
    evolution: undefined,
    lookAround: keepAtHand(work),
    unit: temperatureUnit(model),
    cost,
    bestNext: work.state.next.slice(),
    bestFixed: work.state.rich.fixedStart.slice(),
    bestCost: cost,
    iterations: 0,
    improvements: 0,
  };
}

/** Runs `count` iterations at the temperature of `progress` (0 … 1). */
export function advance(search: Search, count: number, progress: number): void {
  const best = { cost: search.bestCost, next: search.bestNext, starts: search.bestFixed };
  const heat = search.rounds.at(progress, search.iterations, best);
  if (heat === 'cross') {
    const { work, attempts, bestNext, bestFixed } = search;
    search.evolution ??= startEvolution(work, attempts.tuning, bestNext, bestFixed);
    search.iterations += count;
    if (search.evolution.step(search.bestCost)) noteBest(search, work.routesCost + work.unplacedCost);
    return;
  }
  if (heat.replaced !== undefined) search.cost = heat.replaced;
  anneal(search, count, heat);
}

function anneal(search: Search, count: number, { temperature, pace, passed }: Heat): void {
  const { work, attempts, unit } = search;
  search.lookAround(search.iterations, pace.width);
  if (pace.regretOdds > 0) {
    attempts.regret ??= createRegret(work);
    if (attempts.regret !== undefined) lookAtRoutes(work, attempts.regret, search.iterations);
  }
  for (let i = 0; i < count; i++) {
    search.iterations++;
    const seed = drawSeed(work, pace.draws);
    const limit = search.cost - temperature * unit * Math.log(nextUnit(work.random) + Number.EPSILON);
    const changed = attempt(work, attempts, seed, pace, passed, search.cost, limit);
    const cost = work.routesCost + work.unplacedCost;
    if (changed && cost < limit && (!work.suspect || touchedKeepRules(work))) {
      keep(work);
      search.cost = cost;
      if (cost < search.bestCost) noteBest(search, cost);
    } else revert(work);
  }
}

/** What was taken over keeps the rules, or goes. */
function dropBroken(work: Work): void {
  const { model, state } = work;
  for (let r = 0; work.suspect && r < model.routes; r++) {
    if (routeKeepsRules(work, r)) continue;
    for (let i = state.next[model.nodes + 2 * r]!; i < model.nodes; i = state.next[model.nodes + 2 * r]!)
      removeVisit(work, i, true);
  }
  work.suspect = false;
}

function noteBest(search: Search, cost: number): void {
  search.bestCost = cost;
  search.improvements++;
  search.bestNext.set(search.work.state.next);
  search.bestFixed.set(search.work.state.rich.fixedStart);
}

const SAMPLED_PAIRS = 2000;

/**
 * Temperatures are told in quarters of the mean distance between two visits, priced, so that they mean the same in every
 * problem. (The mean leg would not do: where visits lie in clusters it says nothing about the way between them.)
 */
function temperatureUnit(model: Model): number {
  const { nodes, place, places, travel } = model;
  if (nodes === 0) return 1;
  const random = createRandom(nodes);
  let sum = 0;
  for (let i = 0; i < SAMPLED_PAIRS; i++)
    sum += travel[place[nextBelow(random, nodes)]! * places + place[nextBelow(random, nodes)]!]!;
  const rate = model.rate.reduce((total, price) => total + price, 0) / Math.max(1, model.routes);
  return Math.max(1, (sum / SAMPLED_PAIRS / 4) * rate);
}

/** Where there are many visits only this is tried: the search soon makes up for a first schedule that is a little dearer. */
const usualOrders: readonly Order[] = ['narrow'];

/**
 * The first schedule: everything that is unplaced, inserted greedily in some order. Several orders are tried and the
 * cheapest schedule is kept, made anew from the random state it came from.
 */
function construct(work: Work, tuning: Tuning, list: Int32Array, keys: Float64Array): void {
  keep(work);
  const waiting = work.unplaced.items.slice(0, work.unplaced.count);
  const attempt = (order: Order): number => {
    list.set(waiting);
    orderVisits(work, list, waiting.length, keys, order);
    insertGreedy(work, list, waiting.length, tuning.usual.width, tuning.firstGenerosity, Infinity);
    return work.routesCost + work.unplacedCost;
  };
  const tried = waiting.length > tuning.manyVisits ? usualOrders : orders;
  let best = { cost: Infinity, order: tried[0]!, random: work.random.state.slice() };
  for (const order of tried) {
    const random = work.random.state.slice();
    const cost = attempt(order);
    if (cost < best.cost) best = { cost, order, random };
    // The last one may stay as it is.
    if (order !== tried.at(-1) || best.order !== order) revert(work);
  }
  if (best.order !== tried.at(-1)) {
    // Later draws must not repeat those of the attempts.
    const last = work.random.state.slice();
    work.random.state.set(best.random);
    attempt(best.order);
    work.random.state.set(last);
  }
  keep(work);
}

/** What attempts need beside the work; `list` and `keys` are room for the visits to insert and what they are sorted by. */
type Attempts = {
  readonly tuning: Tuning;
  readonly list: Int32Array;
  readonly keys: Float64Array;
  regret: Regret | undefined;
};

/**
 * Changes the schedule around the seed in one way that is drawn. `passed` is the share of the annealing that is over, `cost`
 * what the schedule costs now and `limit` what it may cost then. False when nothing was found that is worth a try.
 */
function attempt(
  work: Work,
  attempts: Attempts,
  seed: number,
  pace: Pace,
  passed: number,
  cost: number,
  limit: number,
): boolean {
  const { tuning } = attempts;
  if (tuning.tailOdds > 0 && nextUnit(work.random) < tuning.tailOdds)
    return exchangeTails(work, seed, pace.width, limit - cost);
  const mayLead = pace.chainOdds > 0 && work.state.route[seed]! >= 0 && !isBound(work.model, seed);
  if (mayLead && nextUnit(work.random) < pace.chainOdds * (1 - passed))
    return moveChain(work, seed, pace.width, limit - cost);
  removeAndInsert(work, attempts, seed, pace, limit);
  return true;
}

function removeAndInsert(work: Work, attempts: Attempts, seed: number, pace: Pace, limit: number): void {
  const { tuning, list, keys, regret } = attempts;
  const { random } = work;
  const opened = work.unplaced.count > 0 && nextUnit(random) < tuning.openOdds && openRoute(work);
  if (!opened) {
    if (tuning.routeOdds > 0 && nextUnit(random) < tuning.routeOdds)
      removeRoute(work, seed, tuning.longestRoute);
    else removeStrings(work, seed, pace.removed, pace.leastStrings);
  }
  // A route is worth opening only with many visits on it, so all that wait are tried then.
  const waiting = drawWaiting(work, seed, list, opened ? Infinity : tuning.mostWaiting);
  if (regret !== undefined && waiting <= MOST_REGRETTED && nextUnit(random) < pace.regretOdds) {
    insertByRegret(work, regret, list, waiting, drawGenerosity(work, tuning), limit);
    return;
  }
  orderVisits(work, list, waiting, keys);
  const wide = nextUnit(random) < tuning.wideOdds;
  const width = wide ? tuning.widest : pace.width;
  insertGreedy(work, list, waiting, width, drawGenerosity(work, tuning), limit);
}

function drawGenerosity({ random }: Work, { generousOdds, generosity }: Tuning): number {
  return nextUnit(random) < generousOdds ? generosity : 1;
}

/** Of so many visits drawn the one with the longest ways: who goes where costs more than the order there, and takes longer to find. */
function drawSeed({ model, state, random }: Work, draws: number): number {
  const { leg, prev } = state;
  let seed = nextBelow(random, model.nodes);
  for (let i = 1; i < draws; i++) {
    const c = nextBelow(random, model.nodes);
    if (leg[c]! + leg[prev[c]!]! > leg[seed]! + leg[prev[seed]!]!) seed = c;
  }
  return seed;
}

/** Lists who is to be inserted now: all that wait, or where very many do, those near the seed and a few others. */
function drawWaiting(work: Work, seed: number, list: Int32Array, most: number): number {
  const { unplaced, neighbours, moved, random } = work;
  if (unplaced.count <= most) {
    for (let i = 0; i < unplaced.count; i++) list[i] = unplaced.items[i]!;
    return unplaced.count;
  }
  let count = 0;
  for (let i = 0; i < moved.count; i++)
    if (unplaced.at[moved.items[i]!]! >= 0) list[count++] = moved.items[i]!;
  const removed = count;
  for (let k = 0; k < neighbours.reach && count < removed + most / 2; k++) {
    const c = neighbours.near[seed * neighbours.reach + k]!;
    if (unplaced.at[c]! >= 0 && moved.at[c]! < 0) list[count++] = c;
  }
  for (let tries = 0; tries < 4; tries++) {
    const c = unplaced.items[nextBelow(random, unplaced.count)]!;
    let known = moved.at[c]! >= 0;
    for (let i = removed; i < count; i++) known ||= list[i] === c;
    if (!known) list[count++] = c;
  }
  return count;
}

function routeKeepsRules({ model, state }: Work, r: number): boolean {
  return state.size[r] === 0 || timeRoute(model, state, r, nodesOf(model, state, r)) !== undefined;
}

/** Whether all routes changed since the last decision keep the rules. Only asked after a removal that made one later. */
export function touchedKeepRules(work: Work): boolean {
  const { touched } = work;
  for (let i = 0; i < touched.count; i++) if (!routeKeepsRules(work, touched.items[i]!)) return false;
  return true;
}
