import type { Model } from '../model/model.ts';
import { replaceSchedule, routesOf } from '../schedule/replace-schedule.ts';
import type { Work } from '../schedule/work.ts';
import { cooled, MEASURED } from './cooling.ts';
import type { Pace, Tuning } from './tuning.ts';

/** The course of a run: when it is how hot, and when it starts anew from which schedule. */
export type Rounds = {
  /** What to do at this point of the run. May replace the schedule: then `replaced` is its cost. */
  at(progress: number, iterations: number, best: BestSchedule): Heat;
  /** Notes an accepted schedule. */
  accept(cost: number, progress: number): void;
};

export type BestSchedule = {
  readonly cost: number;
  readonly next: Int32Array;
  readonly starts: Int32Array;
};

export type Heat = {
  /** In units: see temperature.ts. */
  readonly temperature: number;
  readonly replaced: number | undefined;
  readonly pace: Pace;
  /** How much of this annealing is over (0 … 1). */
  readonly passed: number;
  /** One step of another kind of search that is to be made instead of annealing; the best schedule it knows. */
  readonly otherStep?: () => Pick<BestSchedule, 'cost' | 'next'> | undefined;
};

/** A long run is divided into several annealings, the last one gentler and from the best schedule. */
export function createRounds(model: Model, work: Work, tuning: Tuning): Rounds {
  let rounds = 1;
  let round = 0;
  let pace = tuning.usualRich;
  let measured = false;
  const measure = (perVisit: number): void => {
    measured = true;
    // A short run on many visits has no time to cool down from the usual heat.
    if (perVisit < tuning.hurriedRichPerVisit) pace = tuning.hurriedRich;
    rounds = countRounds(model, tuning, perVisit);
  };
  return {
    at(progress, iterations, best) {
      if (!measured && progress >= MEASURED) measure(iterations / progress / model.nodes);
      const now = Math.min(rounds - 1, Math.floor(progress * rounds));
      const isLast = rounds > 1 && now === rounds - 1;
      const replaced = now !== round && isLast ? returnTo(work, best) : undefined;
      round = now;
      const chosen = paceWhile(work, pace, tuning);
      const passed = Math.min(1, progress * rounds - now);
      const temperature = cooled(isLast ? tuning.lastHottest : chosen.hottest, chosen, passed);
      return { temperature, replaced, pace: chosen, passed };
    },
    accept() {},
  };
}

function countRounds({ nodes }: Model, tuning: Tuning, perVisit: number): number {
  const { mostRichRounds, leastRichRound, richRoundPerTriple } = tuning;
  const perRound = Math.max(leastRichRound, richRoundPerTriple * nodes ** 2);
  return Math.max(1, Math.min(mostRichRounds, Math.floor(perVisit / perRound)));
}

/** While many visits wait, there is no regret: all want the same few places, and the dearest have to go first. */
function paceWhile({ unplaced }: Work, pace: Pace, tuning: Tuning): Pace {
  if (unplaced.count <= tuning.fewWaiting) return pace;
  return pace === tuning.hurriedRich ? tuning.crowdedRich : tuning.usual;
}

/** Goes back to the best schedule; its cost. */
export function returnTo(work: Work, best: BestSchedule): number {
  replaceSchedule(work, routesOf(work.model, best.next), best.starts);
  return work.routesCost + work.unplacedCost;
}
