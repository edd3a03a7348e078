import { mayEvolve } from './genetic/evolution.ts';
import type { Model } from './model.ts';
import { clearPool, createPool, notePlan } from './pool.ts';
import { recombine } from './recombine.ts';
import { replacePlan, routesOf } from './replace-plan.ts';
import type { Pace, Tuning } from './tuning.ts';
import type { Work } from './work.ts';

/**
 * The course of a long run: several annealings, the last one gentler and from the best plan. Plain problems also try now
 * and then the cheapest plan made of routes seen on the way and of the best plans of earlier rounds.
 */
export type Rounds = {
  /** Temperature, in units, at this point of the run. May replace the plan: then `replaced` is its cost. */
  at(progress: number, iterations: number, best: BestPlan): Heat;
  /** Notes an accepted plan. */
  accept(cost: number, progress: number): void;
};

export type BestPlan = { readonly cost: number; readonly next: Int32Array; readonly starts: Int32Array };

export type Heat = {
  readonly temperature: number;
  readonly replaced: number | undefined;
  readonly pace: Pace;
  /** How much of this annealing is over (0 … 1). */
  readonly passed: number;
  /** Whether plans are to be crossed from now on instead. */
  readonly evolving: boolean;
};

/** Share of the run after which its speed is known well enough to divide it. */
const MEASURED = 0.02;
/** Share of the run without a plan for every visit after which there may be none. */
const GIVEN_UP = 0.4;

export function createRounds(model: Model, work: Work, tuning: Tuning): Rounds {
  const pool = model.rich === undefined && tuning.recombineEvery < 1 ? createPool(model) : undefined;
  const elites: Int32Array[] = [];
  const roundBest = { cost: Infinity, next: new Int32Array(work.state.next.length) };
  let rounds = 1;
  let pace = model.rich === undefined ? tuning.usual : tuning.usualRich;
  let measured = false;
  let geneticFrom = Infinity;
  let evolving = false;
  let round = 0;
  let nextRecombination = tuning.poolFrom + tuning.recombineEvery;
  let untilNoted = 0;

  const cover = (limit: number): number | undefined => {
    if (pool === undefined) return undefined;
    // A cover has every visit on it: nothing for plans that leave some out.
    if (work.bank.count > 0) {
      clearPool(pool);
      return undefined;
    }
    for (const elite of elites) notePlan(model, elite, pool);
    const chosen = recombine(pool, model.nodes, model.routes, limit / model.rate[0]!);
    if (chosen !== undefined)
      replacePlan(
        work,
        chosen.map((k) => [...pool.visits.subarray(pool.at[k], pool.at[k]! + pool.size[k]!)]),
      );
    clearPool(pool);
    return chosen === undefined ? undefined : work.routesCost + work.bankCost;
  };

  /** While many visits wait, there is no regret: all want the same few places, and the dearest have to go first. */
  const paceNow = (): Pace => {
    if (model.rich === undefined || work.bank.count <= tuning.fewWaiting) return pace;
    return pace === tuning.hurriedRich ? tuning.crowdedRich : tuning.usual;
  };
  const cooled = (hottest: number, { coldest, lingers }: Pace, passed: number): number =>
    hottest * Math.pow(coldest / hottest, Math.pow(passed, lingers));
  const countRounds = (perVisit: number): number => {
    const { mostRounds, roundPerPair, mostRichRounds, leastRichRound, richRoundPerTriple } = tuning;
    if (model.rich !== undefined) {
      const perRound = Math.max(leastRichRound, richRoundPerTriple * model.nodes ** 2);
      return Math.min(mostRichRounds, Math.floor(perVisit / perRound));
    }
    return pool === undefined ? 1 : Math.min(mostRounds, Math.floor(perVisit / (roundPerPair * model.nodes)));
  };
  const endRound = (best: BestPlan, isLast: boolean): number | undefined => {
    if (roundBest.cost < Infinity) elites.push(roundBest.next.slice());
    roundBest.cost = Infinity;
    const covered = cover(best.cost);
    if (covered !== undefined || !isLast) return covered;
    replacePlan(work, routesOf(model, best.next), best.starts);
    return work.routesCost + work.bankCost;
  };

  return {
    at(progress, iterations, best) {
      if (!measured && progress >= MEASURED) {
        measured = true;
        const perVisit = iterations / progress / model.nodes;
        // A short run on many visits has no time to cool down from the usual heat.
        if (model.rich === undefined) pace = perVisit < tuning.hurriedPerVisit ? tuning.hurried : pace;
        else if (perVisit < tuning.hurriedRichPerVisit) pace = tuning.hurriedRich;
        if (mayEvolve(model) && perVisit >= tuning.evolvePerTriple * model.nodes ** 2)
          geneticFrom = tuning.evolveFrom;
        else rounds = Math.max(1, countRounds(perVisit));
      }
      // What leaves visits out has to be searched for in the usual way; usually not for long.
      if (!evolving && progress >= GIVEN_UP) geneticFrom = Infinity;
      if (geneticFrom < 1) {
        evolving ||= progress >= geneticFrom && isComplete(model, best.next);
        const passed = Math.min(1, progress / geneticFrom);
        const temperature = cooled(pace.hottest, pace, passed);
        return { temperature, replaced: undefined, pace, passed, evolving };
      }
      let replaced: number | undefined;
      const now = Math.min(rounds - 1, Math.floor(progress * rounds));
      if (now !== round) replaced = endRound(best, now === rounds - 1);
      else if (progress >= nextRecombination) {
        nextRecombination = progress + tuning.recombineEvery;
        replaced = cover(best.cost);
      }
      round = now;
      const chosen = paceNow();
      const hottest = rounds > 1 && now === rounds - 1 ? tuning.lastHottest : chosen.hottest;
      const passed = Math.min(1, progress * rounds - now);
      return { temperature: cooled(hottest, chosen, passed), replaced, pace: chosen, passed, evolving };
    },
    accept(cost, progress) {
      if (pool === undefined || progress <= tuning.poolFrom / rounds) return;
      if (cost < roundBest.cost) {
        roundBest.cost = cost;
        roundBest.next.set(work.state.next);
      }
      if (--untilNoted > 0) return;
      untilNoted = tuning.noteEvery;
      notePlan(model, work.state.next, pool);
    },
  };
}

function isComplete({ nodes }: Model, next: Int32Array): boolean {
  for (let c = 0; c < nodes; c++) if (next[c] === c) return false;
  return true;
}
