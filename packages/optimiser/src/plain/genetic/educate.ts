import type { Model } from '../../model/model.ts';
import type { Neighbours } from '../../near/neighbours.ts';
import type { Random } from '../../search/random.ts';
import { nextBelow } from '../../search/random.ts';
import type { Draft } from './draft.ts';
import { createDraft } from './draft.ts';
import type { Exchange } from './exchange.ts';
import { createExchange } from './exchange.ts';
import type { Improver } from './improve.ts';
import { improve, shuffle } from './improve.ts';
import { insertCheapest } from './insert-cheapest.ts';
import type { Individual, Population } from './population.ts';
import { addIndividual, createPopulation, keepsRules, repriceBroken } from './population.ts';
import type { Prices } from './prices.ts';
import { adaptPrices, createPrices, notePrices } from './prices.ts';
import { loadDraft, overloadOf, setPrices, travelOf, warpOf } from './refresh-draft.ts';
import { createWalk } from './walk.ts';

/** Where schedules are improved, and those that came out of it. */
export type Breeding = {
  readonly draft: Draft;
  readonly population: Population;
  readonly prices: Prices;
  readonly improver: Improver;
  readonly exchange: Exchange;
};

/** Broken schedules are mended half of the time, at so many times the price. */
const MEND_ODDS = 2;
const MEND_FACTOR = 10;

export function createBreeding(
  model: Model,
  neighbours: Neighbours,
  random: Random,
  width: number,
): Breeding {
  const draft = createDraft(model);
  const order = Int32Array.from({ length: model.nodes }, (_, i) => i);
  return {
    draft,
    population: createPopulation(model.nodes),
    prices: createPrices(draft),
    improver: { neighbours, width, order, walk: createWalk(), random },
    exchange: createExchange(draft),
  };
}

/** Takes the draft into the population as it is. */
export function take({ draft, population, prices }: Breeding): Individual {
  const travel = travelOf(draft);
  const warp = warpOf(draft);
  const overload = overloadOf(draft);
  const next = draft.next.slice();
  const individual = {
    next,
    after: next.subarray(0, draft.nodes).map((i) => Math.min(i, draft.nodes)),
    travel,
    warp,
    overload,
    others: [],
    cost: travel + warp * prices.warp + overload * prices.load,
    fitness: 0,
  };
  addIndividual(population, individual);
  return individual;
}

/** Improves the draft and takes it in; one that breaks rules may be mended and taken in once more. */
export function educate(breeding: Breeding): void {
  const { draft, population, prices, improver } = breeding;
  setPrices(draft, prices.warp, prices.load);
  improve(draft, improver);
  const child = take(breeding);
  notePrices(prices, child.warp === 0, child.overload === 0);
  if (!keepsRules(child) && nextBelow(improver.random, MEND_ODDS) === 0) {
    setPrices(draft, prices.warp * MEND_FACTOR, prices.load * MEND_FACTOR);
    for (let r = 0; r < draft.routes; r++) if (draft.penalty[r]! > 0) draft.changed[r] = ++draft.stamp;
    improve(draft, improver);
    if (warpOf(draft) === 0 && overloadOf(draft) === 0) take(breeding);
  }
  if (adaptPrices(prices)) repriceBroken(population, prices.warp, prices.load);
}

/** The same for a schedule in which the visits, in random order, were put where they cost least just then. */
export function educateRandom(breeding: Breeding): void {
  const { draft, prices, improver } = breeding;
  const { nodes, routes, next, route } = draft;
  setPrices(draft, prices.warp, prices.load);
  for (let r = 0; r < routes; r++) next[nodes + 2 * r] = nodes + 2 * r + 1;
  loadDraft(draft, next);
  route.fill(-1, 0, nodes);
  shuffle(improver.order, improver.random);
  for (let k = 0; k < nodes; k++) insertCheapest(draft, improver.neighbours, improver.order[k]!);
  educate(breeding);
}
