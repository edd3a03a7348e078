import type { Model } from '../model/model.ts';
import { replaceSchedule, routesOf } from '../schedule/replace-schedule.ts';
import type { Work } from '../schedule/work.ts';
import { isBound } from '../schedule/work.ts';
import type { Pace, Tuning } from './tuning.ts';

/** The course of a run: when it is how hot, when it starts anew from which schedule, and when schedules are crossed. */
export type Rounds = {
  /** What to do at this point of the run. May replace the schedule: then `replaced` is its cost. */
  at(progress: number, iterations: number, best: BestSchedule): Heat | 'cross';
};

type BestSchedule = {
  readonly cost: number;
  readonly next: Int32Array;
  readonly starts: Int32Array;
};

export type Heat = {
  /** In quarters of the mean distance between two visits. */
  readonly temperature: number;
  readonly replaced: number | undefined;
  readonly pace: Pace;
  /** How much of this annealing is over (0 … 1). */
  readonly passed: number;
};

/** Share of the run after which its speed is known well enough to divide it. */
const MEASURED = 0.02;
/** A process that has just begun soon works several times as fast: schedules may be crossed if that is what it takes, and the speed is looked at again. */
const COLD = 4;
/** Share of the run without a schedule for every visit after which there may be none: it is annealed to its end then. */
const GIVEN_UP = 0.25;
/** Share of the visits that may still be without a place when schedules are first crossed. */
const MOST_OUT = 0.05;

/**
 * With time for it schedules are crossed, as soon as nearly every visit has a place, and as long as there is one for them all. Otherwise a
 * long run is divided into several annealings, the last one gentler and from the best schedule.
 */
export function createRounds(model: Model, work: Work, tuning: Tuning): Rounds {
  let rounds = 1;
  let round = 0;
  let pace = tuning.usual;
  let began: number | undefined;
  let measured: { readonly progress: number; readonly iterations: number } | undefined;
  let crossFrom = Infinity;
  let crossing = false;
  const toCross = tuning.evolvePerTriple * model.nodes ** 2;
  const measure = (perVisit: number): void => {
    // A short run on many visits has no time to cool down from the usual heat.
    if (perVisit < tuning.hurriedPerVisit) pace = tuning.hurried;
    if (perVisit * COLD >= toCross) crossFrom = tuning.evolveFrom;
    rounds = countRounds(model, tuning, perVisit);
  };
  const mayCross = (progress: number, iterations: number, best: BestSchedule): boolean => {
    if (measured === undefined || progress < crossFrom || !isNearlyWhole(model, best.next)) return false;
    const perVisit = (iterations - measured.iterations) / (progress - measured.progress) / model.nodes;
    if (perVisit < toCross) crossFrom = Infinity;
    return perVisit >= toCross;
  };
  return {
    at(progress, iterations, best) {
      // The first schedule may have taken a part of the run by itself.
      began ??= progress;
      if (measured === undefined && progress >= began + MEASURED) {
        measured = { progress, iterations };
        measure(iterations / (progress - began) / model.nodes);
      }
      const isGivenUp = progress >= GIVEN_UP && crossFrom < 1 && leftOut(model, best.next) > 0;
      const isBack = isGivenUp && crossing;
      if (isGivenUp) {
        crossing = false;
        crossFrom = Infinity;
      }
      crossing ||= mayCross(progress, iterations, best);
      if (crossing) return 'cross';
      const until = crossFrom < 1 ? crossFrom : 1 / rounds;
      const now = Math.min(crossFrom < 1 ? 0 : rounds - 1, Math.floor(progress / until));
      const isLast = rounds > 1 && now === rounds - 1;
      const replaced = isBack || (now !== round && isLast) ? returnTo(work, best) : undefined;
      round = now;
      const chosen = paceWhile(work, pace, tuning);
      const passed = Math.min(1, progress / until - now);
      const temperature = cooled(isLast ? tuning.lastHottest : chosen.hottest, chosen, passed);
      return { temperature, replaced, pace: chosen, passed };
    },
  };
}

function countRounds({ nodes }: Model, tuning: Tuning, perVisit: number): number {
  const { mostRounds, leastRound, roundPerTriple } = tuning;
  const perRound = Math.max(leastRound, roundPerTriple * nodes ** 2);
  return Math.max(1, Math.min(mostRounds, Math.floor(perVisit / perRound)));
}

/** While many visits wait, there is no regret: all want the same few places, and the dearest have to go first. */
function paceWhile({ unplaced }: Work, pace: Pace, tuning: Tuning): Pace {
  if (unplaced.count <= tuning.fewWaiting) return pace;
  return pace === tuning.hurried ? tuning.crowdedHurried : tuning.crowded;
}

/** The temperature of an annealing of which the share `passed` is over. */
function cooled(hottest: number, { coldest, lingers }: Pace, passed: number): number {
  return hottest * Math.pow(coldest / hottest, Math.pow(passed, lingers));
}

/** Goes back to the best schedule; its cost. */
function returnTo(work: Work, best: BestSchedule): number {
  replaceSchedule(work, routesOf(work.model, best.next), best.starts);
  return work.routesCost + work.unplacedCost;
}

/** Crews cannot be put anywhere without a start: they have to have a place. */
function isNearlyWhole(model: Model, next: Int32Array): boolean {
  const { nodes } = model;
  for (let c = 0; c < nodes; c++) if (next[c] === c && isBound(model, c)) return false;
  return leftOut(model, next) <= MOST_OUT * nodes;
}

function leftOut({ nodes }: Model, next: Int32Array): number {
  let count = 0;
  for (let c = 0; c < nodes; c++) if (next[c] === c) count++;
  return count;
}
