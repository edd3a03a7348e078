import { keepAtHand } from './at-hand.ts';
import type { Compiled } from './compile.ts';
import { construct } from './construct.ts';
import type { Evolution } from './genetic/evolution.ts';
import { startEvolution } from './genetic/evolution.ts';
import { routeHolds, touchedHold } from './holds.ts';
import type { Model } from './model.ts';
import { exchangeTails } from './moves/exchange-tails.ts';
import { insertGreedy } from './moves/insert-greedy.ts';
import type { Regret } from './moves/insert-regret.ts';
import { createRegret, insertByRegret, lookAtRoutes, MOST_REGRETTED } from './moves/insert-regret.ts';
import { moveChain } from './moves/move-chain.ts';
import { openRoute } from './moves/open-route.ts';
import { orderVisits } from './moves/order.ts';
import { removeRoute } from './moves/remove-route.ts';
import { removeStrings } from './moves/remove-strings.ts';
import { removeVisit } from './moves/remove-visit.ts';
import { buildNeighbours } from './neighbours.ts';
import { createRandom, nextBelow, nextUnit } from './random.ts';
import { createRounds } from './rounds.ts';
import { keep, revert } from './settle.ts';
import type { Pace, Tuning } from './tuning.ts';
import type { Work } from './work.ts';
import { createWork, isBound } from './work.ts';

/** A search that is under way: advance it as long as you like, ask for the best plan at any time. */
export type Search = {
  readonly compiled: Compiled;
  readonly work: Work;
  /** Successor of each node in the best plan, its start where a crew fixed it, and its cost. */
  readonly bestNext: Int32Array;
  readonly bestFixed: Int32Array;
  bestCost: number;
  iterations: number;
  /** Times the best plan was improved. */
  improvements: number;
  /** Runs `count` iterations at the temperature of `progress` (0 … 1). */
  advance(count: number, progress: number): void;
};

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
  let current = work.keptRoutesCost + work.keptBankCost;
  let regret: Regret | undefined;
  const removeAndInsert = (seedVisit: number, pace: Pace, limit: number): void => {
    const opened = work.bank.count > 0 && nextUnit(work.random) < tuning.openOdds && openRoute(work);
    if (!opened) {
      if (tuning.routeOdds > 0 && nextUnit(work.random) < tuning.routeOdds)
        removeRoute(work, seedVisit, tuning.longestRoute);
      else removeStrings(work, seedVisit, pace.removed, pace.leastStrings);
    }
    // A route is worth opening only with many visits on it, so all that wait are tried then.
    const waiting = pickWaiting(work, seedVisit, list, opened ? Infinity : tuning.mostWaiting);
    const generosity = (): number => (nextUnit(work.random) < tuning.generousOdds ? tuning.generosity : 1);
    if (regret !== undefined && waiting <= MOST_REGRETTED && nextUnit(work.random) < pace.regretOdds) {
      insertByRegret(work, regret, list, waiting, generosity(), limit);
      return;
    }
    orderVisits(work, list, waiting, keys);
    const wide = nextUnit(work.random) < tuning.wideOdds;
    insertGreedy(work, list, waiting, wide ? tuning.widest : pace.width, generosity(), limit);
  };
  /** False when nothing was found that is worth a try. */
  const change = (seedVisit: number, pace: Pace, passed: number, limit: number): boolean => {
    if (tuning.tailOdds > 0 && nextUnit(work.random) < tuning.tailOdds)
      return exchangeTails(work, seedVisit, pace.width, limit - current);
    const mayLead = pace.chainOdds > 0 && work.state.route[seedVisit]! >= 0 && !isBound(model, seedVisit);
    if (mayLead && nextUnit(work.random) < pace.chainOdds * (1 - passed))
      return moveChain(work, seedVisit, pace.width, limit - current);
    removeAndInsert(seedVisit, pace, limit);
    return true;
  };
  const unit = model.nodes === 0 ? 1 : temperatureUnit(model);
  const rounds = createRounds(model, work, tuning);
  const lookAround = keepAtHand(work);
  let evolution: Evolution | undefined;
  const search: Search = {
    compiled,
    work,
    bestNext: work.state.next.slice(),
    bestFixed: work.state.rich?.fixedStart.slice() ?? new Int32Array(0),
    bestCost: current,
    iterations: 0,
    improvements: 0,
    advance(count, progress) {
      const best = { cost: search.bestCost, next: search.bestNext, starts: search.bestFixed };
      const heat = rounds.at(progress, search.iterations, best);
      if (heat.evolving) {
        search.iterations += count;
        evolution ??= startEvolution(model, work, tuning, search.bestNext);
        const born = evolution.step();
        if (born === undefined) return;
        const cost = born.travel * model.rate[0]!;
        if (cost < search.bestCost) noteBest(search, cost, born.next);
        return;
      }
      const temperature = heat.temperature * unit;
      if (heat.replaced !== undefined) {
        current = heat.replaced;
        if (current < search.bestCost) noteBest(search, current, work.state.next);
      }
      const { pace, passed } = heat;
      lookAround(search.iterations, pace.width);
      if (pace.regretOdds > 0) {
        regret ??= createRegret(work);
        if (regret !== undefined) lookAtRoutes(work, regret, search.iterations);
      }
      for (let i = 0; i < count; i++) {
        search.iterations++;
        const seedVisit = pickSeed(work, pace.draws);
        const limit = current - temperature * Math.log(nextUnit(work.random) + Number.EPSILON);
        const changed = change(seedVisit, pace, passed, limit);
        const cost = work.routesCost + work.bankCost;
        if (changed && cost < limit && (!work.suspect || touchedHold(work))) {
          keep(work);
          current = cost;
          if (cost < search.bestCost) noteBest(search, cost, work.state.next);
          rounds.accept(cost, progress);
        } else revert(work);
      }
    },
  };
  return search;
}

/** Of so many visits drawn the one with the longest ways: who goes where costs more than the order there, and takes longer to find. */
function pickSeed({ model, state, random }: Work, draws: number): number {
  const { leg, prev } = state;
  let seed = nextBelow(random, model.nodes);
  for (let i = 1; i < draws; i++) {
    const c = nextBelow(random, model.nodes);
    if (leg[c]! + leg[prev[c]!]! > leg[seed]! + leg[prev[seed]!]!) seed = c;
  }
  return seed;
}

/** What was taken over keeps the rules, or goes. */
function dropBroken(work: Work): void {
  const { model, state } = work;
  for (let r = 0; work.suspect && r < model.routes; r++) {
    if (routeHolds(model, state, r)) continue;
    for (let i = state.next[model.nodes + 2 * r]!; i < model.nodes; i = state.next[model.nodes + 2 * r]!)
      removeVisit(work, i, true);
  }
  work.suspect = false;
}

function noteBest(search: Search, cost: number, next: Int32Array): void {
  search.bestCost = cost;
  search.improvements++;
  search.bestNext.set(next);
  if (search.work.state.rich !== undefined) search.bestFixed.set(search.work.state.rich.fixedStart);
}

/**
 * Temperatures are told in quarters of the mean distance between two visits, priced, so that they mean the same in every
 * problem. (The mean leg would not do: where visits lie in clusters it says nothing about the way between them.)
 */
function temperatureUnit(model: Model): number {
  const { nodes, place, places, travel } = model;
  const random = createRandom(nodes);
  let sum = 0;
  for (let i = 0; i < SAMPLED_PAIRS; i++)
    sum += travel[place[nextBelow(random, nodes)]! * places + place[nextBelow(random, nodes)]!]!;
  const rate = model.rate.reduce((total, price) => total + price, 0) / Math.max(1, model.routes);
  return Math.max(1, (sum / SAMPLED_PAIRS / 4) * rate);
}

const SAMPLED_PAIRS = 2000;

/** Who is to be inserted now: all that wait, or where very many do, those near the seed and a few others. */
function pickWaiting(work: Work, seed: number, list: Int32Array, most: number): number {
  const { bank, neighbours, moved, random } = work;
  if (bank.count <= most) {
    for (let i = 0; i < bank.count; i++) list[i] = bank.items[i]!;
    return bank.count;
  }
  let count = 0;
  for (let i = 0; i < moved.count; i++) if (bank.at[moved.items[i]!]! >= 0) list[count++] = moved.items[i]!;
  const removed = count;
  for (let k = 0; k < neighbours.reach && count < removed + most / 2; k++) {
    const c = neighbours.near[seed * neighbours.reach + k]!;
    if (bank.at[c]! >= 0 && moved.at[c]! < 0) list[count++] = c;
  }
  for (let tries = 0; tries < 4; tries++) {
    const c = bank.items[nextBelow(random, bank.count)]!;
    let known = moved.at[c]! >= 0;
    for (let i = removed; i < count; i++) known ||= list[i] === c;
    if (!known) list[count++] = c;
  }
  return count;
}
