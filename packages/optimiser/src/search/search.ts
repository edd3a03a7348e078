import type { Compiled } from '../model/compiled.ts';
import { createRegret, lookAtRoutes } from '../moves/insert-regret.ts';
import { removeVisit } from '../moves/remove-visit.ts';
import { keepAtHand } from '../near/at-hand.ts';
import { buildNeighbours } from '../near/neighbours.ts';
import { routeKeepsRules, touchedKeepRules } from '../schedule/keeps-rules.ts';
import { keep, revert } from '../schedule/settle.ts';
import type { Work } from '../schedule/work.ts';
import { createWork } from '../schedule/work.ts';
import type { Attempts } from './attempt.ts';
import { attempt } from './attempt.ts';
import { construct } from './construct.ts';
import { drawSeed } from './draw.ts';
import { createRandom, nextUnit } from './random.ts';
import type { Heat, Rounds } from './rounds.ts';
import { temperatureUnit } from './temperature.ts';
import type { Tuning } from './tuning.ts';
import type { Way } from './way.ts';

/** A search that is under way: advance it as long as you like, ask for the best schedule at any time. */
export type Search = {
  readonly compiled: Compiled;
  readonly work: Work;
  readonly attempts: Attempts;
  readonly rounds: Rounds;
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
  way: Way,
  prepare: (work: Work) => void,
): Search {
  const { model } = compiled;
  const neighbours = buildNeighbours(model, tuning.widest, tuning.reach);
  const work = createWork(model, neighbours, createRandom(seed), way.timing);
  const list = new Int32Array(model.nodes);
  const keys = new Float64Array(model.nodes);
  prepare(work);
  dropBroken(work);
  construct(work, tuning, way.insert, list, keys);
  const cost = work.keptRoutesCost + work.keptUnplacedCost;
  return {
    compiled,
    work,
    attempts: { way, tuning, list, keys, regret: undefined },
    rounds: way.createRounds(model, work, tuning),
    lookAround: keepAtHand(work),
    unit: temperatureUnit(model),
    cost,
    bestNext: work.state.next.slice(),
    bestFixed: work.state.rich?.fixedStart.slice() ?? new Int32Array(0),
    bestCost: cost,
    iterations: 0,
    improvements: 0,
  };
}

/** Runs `count` iterations at the temperature of `progress` (0 … 1). */
export function advance(search: Search, count: number, progress: number): void {
  const best = { cost: search.bestCost, next: search.bestNext, starts: search.bestFixed };
  const heat = search.rounds.at(progress, search.iterations, best);
  if (heat.otherStep !== undefined) {
    search.iterations += count;
    const found = heat.otherStep();
    if (found !== undefined && found.cost < search.bestCost) noteBest(search, found.cost, found.next);
    return;
  }
  if (heat.replaced !== undefined) {
    search.cost = heat.replaced;
    if (search.cost < search.bestCost) noteBest(search, search.cost, search.work.state.next);
  }
  anneal(search, count, progress, heat);
}

function anneal(search: Search, count: number, progress: number, { temperature, pace, passed }: Heat): void {
  const { work, attempts, rounds, unit } = search;
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
      if (cost < search.bestCost) noteBest(search, cost, work.state.next);
      rounds.accept(cost, progress);
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

function noteBest(search: Search, cost: number, next: Int32Array): void {
  search.bestCost = cost;
  search.improvements++;
  search.bestNext.set(next);
  if (search.work.state.rich !== undefined) search.bestFixed.set(search.work.state.rich.fixedStart);
}
