import type { Model } from '../model/model.ts';
import { replaceSchedule } from '../schedule/replace-schedule.ts';
import type { Work } from '../schedule/work.ts';
import { cooled, MEASURED } from '../search/cooling.ts';
import type { BestSchedule, Heat, Rounds } from '../search/rounds.ts';
import { returnTo } from '../search/rounds.ts';
import type { Tuning } from '../search/tuning.ts';
import type { Evolution } from './genetic/evolution.ts';
import { mayEvolve, startEvolution } from './genetic/evolution.ts';
import type { Pool } from './pool.ts';
import { clearPool, createPool, noteSchedule } from './pool.ts';
import { recombine } from './recombine.ts';

/** Share of the run without a schedule for every visit after which there may be none. */
const GIVEN_UP = 0.4;

/**
 * The course of a run on a plain problem. With time for it schedules are crossed; else there are several annealings, and
 * now and then the cheapest schedule is tried that can be made of routes seen on the way and of the best of earlier rounds.
 */
export function createPlainRounds(model: Model, work: Work, tuning: Tuning): Rounds {
  const pool = tuning.recombineEvery < 1 ? createPool(model) : undefined;
  const elites: Int32Array[] = [];
  const roundBest = { cost: Infinity, next: new Int32Array(work.state.next.length) };
  let rounds = 1;
  let round = 0;
  let pace = tuning.usual;
  let measured = false;
  let geneticFrom = Infinity;
  let evolution: Evolution | undefined;
  let evolving = false;
  let nextRecombination = tuning.poolFrom + tuning.recombineEvery;
  let untilNoted = 0;

  const measure = (perVisit: number): void => {
    measured = true;
    // A short run on many visits has no time to cool down from the usual heat.
    if (perVisit < tuning.hurriedPerVisit) pace = tuning.hurried;
    if (mayEvolve(model) && perVisit >= tuning.evolvePerTriple * model.nodes ** 2)
      geneticFrom = tuning.evolveFrom;
    else if (pool !== undefined) rounds = countRounds(model, tuning, perVisit);
  };
  const evolve = (progress: number, best: BestSchedule): Heat => {
    evolving ||= progress >= geneticFrom && isComplete(model, best.next);
    const passed = Math.min(1, progress / geneticFrom);
    const heat = { temperature: cooled(pace.hottest, pace, passed), replaced: undefined, pace, passed };
    if (!evolving) return heat;
    const otherStep = (): Pick<BestSchedule, 'cost' | 'next'> | undefined => {
      evolution ??= startEvolution(model, work, tuning, best.next);
      const born = evolution.step();
      return born && { cost: born.travel * model.rate[0]!, next: born.next };
    };
    return { ...heat, otherStep };
  };
  const endRound = (best: BestSchedule, isLast: boolean): number | undefined => {
    if (roundBest.cost < Infinity) elites.push(roundBest.next.slice());
    roundBest.cost = Infinity;
    const covered = pool && cover(work, pool, elites, best.cost);
    return covered === undefined && isLast ? returnTo(work, best) : covered;
  };

  return {
    at(progress, iterations, best) {
      if (!measured && progress >= MEASURED) measure(iterations / progress / model.nodes);
      // What leaves visits out has to be searched for in the usual way; usually not for long.
      if (!evolving && progress >= GIVEN_UP) geneticFrom = Infinity;
      if (geneticFrom < 1) return evolve(progress, best);
      let replaced: number | undefined;
      const now = Math.min(rounds - 1, Math.floor(progress * rounds));
      if (now !== round) replaced = endRound(best, now === rounds - 1);
      else if (progress >= nextRecombination) {
        nextRecombination = progress + tuning.recombineEvery;
        replaced = pool && cover(work, pool, elites, best.cost);
      }
      round = now;
      const hottest = rounds > 1 && now === rounds - 1 ? tuning.lastHottest : pace.hottest;
      const passed = Math.min(1, progress * rounds - now);
      return { temperature: cooled(hottest, pace, passed), replaced, pace, passed };
    },
    accept(cost, progress) {
      if (pool === undefined || progress <= tuning.poolFrom / rounds) return;
      if (cost < roundBest.cost) {
        roundBest.cost = cost;
        roundBest.next.set(work.state.next);
      }
      if (--untilNoted > 0) return;
      untilNoted = tuning.noteEvery;
      noteSchedule(model, work.state.next, pool);
    },
  };
}

function countRounds({ nodes }: Model, { mostRounds, roundPerPair }: Tuning, perVisit: number): number {
  return Math.max(1, Math.min(mostRounds, Math.floor(perVisit / (roundPerPair * nodes))));
}

/** Takes the cheapest cover of all visits by known routes if it costs less than `limit`; its cost, or undefined. */
function cover(work: Work, pool: Pool, elites: readonly Int32Array[], limit: number): number | undefined {
  const { model } = work;
  // A cover has every visit on it: nothing for schedules that leave some out.
  if (work.unplaced.count > 0) {
    clearPool(pool);
    return undefined;
  }
  for (const elite of elites) noteSchedule(model, elite, pool);
  const chosen = recombine(pool, model.nodes, model.routes, limit / model.rate[0]!);
  if (chosen !== undefined)
    replaceSchedule(
      work,
      chosen.map((k) => [...pool.visits.subarray(pool.at[k], pool.at[k]! + pool.size[k]!)]),
    );
  clearPool(pool);
  return chosen === undefined ? undefined : work.routesCost + work.unplacedCost;
}

function isComplete({ nodes }: Model, next: Int32Array): boolean {
  for (let c = 0; c < nodes; c++) if (next[c] === c) return false;
  return true;
}
