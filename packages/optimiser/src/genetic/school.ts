import type { Model } from '../model.ts';
import type { Neighbours } from '../neighbours.ts';
import type { Random } from '../random.ts';
import { nextBelow } from '../random.ts';
import type { Draft } from './draft.ts';
import { createDraft } from './draft.ts';
import type { Exchange } from './exchange-routes.ts';
import { createExchange } from './exchange-routes.ts';
import type { Improver } from './improve.ts';
import { improve, shuffle } from './improve.ts';
import { insertCheapest } from './insert-cheapest.ts';
import type { Individual, Population } from './population.ts';
import { addIndividual, createPopulation, keepsRules, repriceBroken } from './population.ts';
import type { Prices } from './prices.ts';
import { adaptPrices, createPrices, notePrices } from './prices.ts';
import { loadDraft, overloadOf, setPrices, travelOf, warpOf } from './reckon.ts';
import { createWalk } from './walk.ts';

/** Where plans are improved, and those that came out of it. */
export type School = {
  readonly draft: Draft;
  readonly population: Population;
  readonly prices: Prices;
  readonly improver: Improver;
  readonly exchange: Exchange;
};

/** Broken plans are mended half of the time, at so many times the price. */
const MEND_ODDS = 2;
const MEND_FACTOR = 10;

export function createSchool(model: Model, neighbours: Neighbours, random: Random, width: number): School {
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
export function take({ draft, population, prices }: School): Individual {
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
export function educate(school: School): void {
  const { draft, population, prices, improver } = school;
  setPrices(draft, prices.warp, prices.load);
  improve(draft, improver);
  const child = take(school);
  notePrices(prices, child.warp === 0, child.overload === 0);
  if (!keepsRules(child) && nextBelow(improver.random, MEND_ODDS) === 0) {
    setPrices(draft, prices.warp * MEND_FACTOR, prices.load * MEND_FACTOR);
    for (let r = 0; r < draft.routes; r++) if (draft.fine[r]! > 0) draft.changed[r] = ++draft.stamp;
    improve(draft, improver);
    if (warpOf(draft) === 0 && overloadOf(draft) === 0) take(school);
  }
  if (adaptPrices(prices)) repriceBroken(population, prices.warp, prices.load);
}

/** The same for a plan in which the visits, in random order, were put where they cost least just then. */
export function educateRandom(school: School): void {
  const { draft, prices, improver } = school;
  const { nodes, routes, next, route } = draft;
  setPrices(draft, prices.warp, prices.load);
  for (let r = 0; r < routes; r++) next[nodes + 2 * r] = nodes + 2 * r + 1;
  loadDraft(draft, next);
  route.fill(-1, 0, nodes);
  shuffle(improver.order, improver.random);
  for (let k = 0; k < nodes; k++) insertCheapest(draft, improver.neighbours, improver.order[k]!);
  educate(school);
}
