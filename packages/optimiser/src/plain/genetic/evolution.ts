import type { Model } from '../../model/model.ts';
import type { Tuning } from '../../search/tuning.ts';
import type { Work } from '../../schedule/work.ts';
import { exchangeRoutes } from './exchange-routes.ts';
import type { Individual } from './population.ts';
import { clearPopulation, pickParent } from './population.ts';
import { loadDraft, setPrices } from './refresh-draft.ts';
import type { Breeding } from './educate.ts';
import { createBreeding, educate, educateRandom, take } from './educate.ts';

/** Hybrid genetic search (Vidal et al. 2013): schedules are crossed, improved by local search and kept if good or unlike others. */
export type Evolution = {
  /** One more schedule: made at random while there are few, else a child of two. Tells the cheapest that keeps the rules. */
  step(): Individual | undefined;
};

/** Pairs of parents tried until two differ. */
const ATTEMPTS = 10;
/** The best of a population that outlive it. */
const SURVIVORS = 5;

/** Only alike routes that begin where they end, visits that are free to go anywhere and worth a route of their own. */
export function mayEvolve(model: Model): boolean {
  const { nodes, routes, place, places, travel, rate } = model;
  if (model.rich !== undefined || !model.allFree || routes === 0) return false;
  const home = place[nodes]!;
  if (place[nodes + 1] !== home) return false;
  for (let c = 0; c < nodes; c++) {
    const there = travel[home * places + place[c]!]! + travel[place[c]! * places + home]!;
    if (model.penalty[c]! < there * rate[0]!) return false;
  }
  return true;
}

/** `first`: a schedule with every visit on it, to begin with. */
export function startEvolution(model: Model, work: Work, tuning: Tuning, first: Int32Array): Evolution {
  const breeding = createBreeding(model, work.neighbours, work.random, tuning.searchWidth);
  const { population } = breeding;
  const patience = tuning.stalePerVisit * model.nodes;
  let survivors: Int32Array[] = [];
  let atRandom = 0;
  let best = Infinity;
  let stale = 0;
  learn(breeding, first);
  /** A population that has found nothing for long is joined by the best of the one before it; the next time it ends. */
  const renew = (): void => {
    stale = 0;
    if (survivors.length > 0) {
      for (const survivor of survivors) learn(breeding, survivor);
      survivors = [];
      return;
    }
    survivors = population.kept.slice(0, SURVIVORS).map(({ next }) => next);
    clearPopulation(population);
    atRandom = 0;
    best = Infinity;
  };
  return {
    step() {
      if (stale > patience) renew();
      if (atRandom < tuning.randomSchedules) {
        educateRandom(breeding);
        atRandom++;
      } else breed(breeding);
      const top = population.kept[0];
      stale++;
      if (top !== undefined && top.travel < best) {
        best = top.travel;
        stale = 0;
      }
      return top;
    },
  };
}

/** Takes a schedule in, as it is and improved. */
function learn(breeding: Breeding, next: Int32Array): void {
  const { draft } = breeding;
  loadDraft(draft, next);
  take(breeding);
  draft.changed.fill(++draft.stamp);
  educate(breeding);
}

function breed(breeding: Breeding): void {
  const { draft, population, prices, improver, exchange } = breeding;
  const { neighbours, random } = improver;
  setPrices(draft, prices.warp, prices.load);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const a = pickParent(population, random);
    const b = pickParent(population, random);
    if (a === b || !exchangeRoutes(draft, exchange, neighbours, a, b, random)) continue;
    educate(breeding);
    return;
  }
}
