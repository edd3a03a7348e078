import { replaceSchedule, routesOf } from '../schedule/replace-schedule.ts';
import type { Work } from '../schedule/work.ts';
import { nextBelow } from '../search/random.ts';
import type { Tuning } from '../search/tuning.ts';
import type { Draft } from './draft.ts';
import { createDraft, sumsOf } from './draft.ts';
import { loadDraft, setPrices } from './reckon.ts';
import type { Exchange } from './exchange-routes.ts';
import { createExchange, exchangeRoutes } from './exchange-routes.ts';
import type { Improver } from './improve.ts';
import { beginImproving, improve, insertCheapest, shuffle } from './improve.ts';
import type { Individual, Population } from './population.ts';
import {
  addIndividual,
  clearPopulation,
  createPopulation,
  keepsRules,
  pickParent,
  repriceBroken,
} from './population.ts';

/**
 * Hybrid genetic search (Vidal et al. 2013): schedules are crossed, improved by a local search in which rules may be broken
 * at a price, and kept if good or unlike others.
 */
export type Evolution = {
  /** Goes on for a slice. True when the work now holds a schedule that costs less than `cost`. */
  step(cost: number): boolean;
};

/** Pairs of visits tried in a slice: one or two milliseconds. */
const PAIRS = 8000;
/** Pairs of parents tried until two differ. */
const ATTEMPTS = 10;
/** The best of a population that outlive it. */
const SURVIVORS = 5;
/** Broken schedules are mended half of the time, at so many times the price. */
const MEND_ODDS = 2;
const MEND_FACTOR = 10;

/** Prices of broken rules, and how many of the last schedules kept each rule. */
type Prices = { warp: number; load: number; onTime: number; withinLoad: number; noted: number };

/** Schedules between two changes, the share that is to keep a rule, and the changes. */
const EVERY = 40;
const WANTED = 0.4;
const DEARER = 0.5;
const CHEAPER = 0.3;
const LEAST = 0.1;
const MOST = 100_000;

type Breeding = {
  readonly draft: Draft;
  readonly population: Population;
  readonly prices: Prices;
  readonly improver: Improver;
  readonly exchange: Exchange;
  /** What the draft is on its way to: a schedule of the population, its mended form, or nothing yet. */
  stage: 'none' | 'improving' | 'mending';
};

/** `first`: a schedule to begin with, in which visits may be left out; `starts`: where a crew fixed them. */
export function startEvolution(work: Work, tuning: Tuning, first: Int32Array, starts: Int32Array): Evolution {
  const breeding = createBreeding(work, tuning.searchWidth, starts);
  const { population } = breeding;
  const bare = bareSchedule(breeding.draft, first);
  const patience = tuning.stalePerVisit * work.model.nodes;
  const fixed = starts.slice();
  let waiting: Int32Array[] = [first.slice()];
  let survivors: Int32Array[] = [];
  let atRandom = 0;
  let best = Infinity;
  let tried = Infinity;
  let stale = 0;
  /** A population that has found nothing for long is joined by the best of the one before it; the next time it ends. */
  const renew = (): void => {
    stale = 0;
    if (survivors.length > 0) {
      waiting = survivors;
      survivors = [];
      return;
    }
    survivors = population.kept.slice(0, SURVIVORS).map(({ next }) => next);
    clearPopulation(population);
    atRandom = 0;
    best = Infinity;
  };
  const begin = (): void => {
    if (stale > patience) renew();
    stale++;
    const known = waiting.pop();
    if (known !== undefined) learn(breeding, known);
    else if (atRandom++ < tuning.randomSchedules) layAtRandom(breeding, bare);
    else breed(breeding);
  };
  return {
    step(cost) {
      if (breeding.stage === 'none') begin();
      if (!goOn(breeding)) return false;
      const top = population.kept[0];
      if (top === undefined || top.cost >= best) return false;
      best = top.cost;
      stale = 0;
      if (best >= Math.min(cost, tried)) return false;
      tried = best;
      replaceSchedule(work, routesOf(work.model, top.next), fixed);
      return work.routesCost + work.unplacedCost < cost;
    },
  };
}

function createBreeding({ model, neighbours, random }: Work, width: number, starts: Int32Array): Breeding {
  const draft = createDraft(model, starts);
  const order = Int32Array.from({ length: model.nodes }, (_, i) => i);
  return {
    draft,
    population: createPopulation(model.nodes),
    prices: createPrices(draft),
    improver: { neighbours, width, order, random, at: 0, since: 0 },
    exchange: createExchange(draft),
    stage: 'none',
  };
}

/** The routes with nothing on them but what is bound to them. */
function bareSchedule({ nodes, routes, bound }: Draft, first: Int32Array): Int32Array {
  const bare = first.slice();
  for (let r = 0; r < routes; r++) {
    let at = nodes + 2 * r;
    for (let i = first[at]!; i < nodes; i = first[i]!) {
      if (bound[i] === 0) continue;
      bare[at] = i;
      at = i;
    }
    bare[at] = nodes + 2 * r + 1;
  }
  return bare;
}

/** Goes on improving the draft for a slice, and takes it in when nothing is left to improve. True when it did. */
function goOn(breeding: Breeding): boolean {
  const { draft, population, prices, improver } = breeding;
  if (breeding.stage === 'none' || !improve(draft, improver, PAIRS)) return false;
  const isMended = breeding.stage === 'mending';
  breeding.stage = 'none';
  if (isMended) {
    const { warp, overload } = sumsOf(draft);
    if (warp === 0 && overload === 0) take(breeding);
  } else {
    const child = take(breeding);
    prices.noted++;
    if (child.warp === 0) prices.onTime++;
    if (child.overload === 0) prices.withinLoad++;
    if (!keepsRules(child) && nextBelow(improver.random, MEND_ODDS) === 0) {
      setPrices(draft, prices.warp * MEND_FACTOR, prices.load * MEND_FACTOR);
      for (let r = 0; r < draft.routes; r++)
        if (draft.warp[r]! > 0 || draft.overload[r]! > 0) draft.changed[r] = ++draft.stamp;
      beginImproving(improver);
      breeding.stage = 'mending';
    }
  }
  if (breeding.stage === 'none' && adaptPrices(prices)) repriceBroken(population, prices.warp, prices.load);
  return true;
}

function improveFrom(breeding: Breeding): void {
  beginImproving(breeding.improver);
  breeding.stage = 'improving';
}

/** Takes the draft into the population as it is. */
function take({ draft, population, prices }: Breeding): Individual {
  const { cost, warp, overload } = sumsOf(draft);
  const next = draft.next.slice();
  const individual = {
    next,
    after: next.subarray(0, draft.nodes).map((i) => Math.min(i, draft.nodes)),
    kept: cost,
    warp,
    overload,
    others: [],
    cost: cost + warp * prices.warp + overload * prices.load,
    fitness: 0,
  };
  addIndividual(population, individual);
  return individual;
}

/** Takes a schedule in as it is, and has it improved. */
function learn(breeding: Breeding, next: Int32Array): void {
  const { draft, prices } = breeding;
  setPrices(draft, prices.warp, prices.load);
  draft.route.fill(-1, 0, draft.nodes);
  loadDraft(draft, next);
  for (let c = 0; c < draft.nodes; c++)
    if (next[c] === c) insertCheapest(draft, breeding.improver.neighbours, c);
  take(breeding);
  draft.changed.fill(++draft.stamp);
  improveFrom(breeding);
}

/** The visits, in random order, are put where they cost least just then. */
function layAtRandom(breeding: Breeding, bare: Int32Array): void {
  const { draft, prices, improver } = breeding;
  const { nodes, route, bound } = draft;
  setPrices(draft, prices.warp, prices.load);
  route.fill(-1, 0, nodes);
  loadDraft(draft, bare);
  shuffle(improver.order, improver.random);
  for (const c of improver.order) if (bound[c] === 0) insertCheapest(draft, improver.neighbours, c);
  improveFrom(breeding);
}

function breed(breeding: Breeding): void {
  const { draft, population, prices, improver, exchange } = breeding;
  const { neighbours, random } = improver;
  setPrices(draft, prices.warp, prices.load);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const a = pickParent(population, random);
    const b = pickParent(population, random);
    if (a === b || !exchangeRoutes(draft, exchange, neighbours, a.next, b.next, random)) continue;
    improveFrom(breeding);
    return;
  }
}

function createPrices({ nodes, model }: Draft): Prices {
  const { demand, place, places, travel, rate } = model;
  let way = 0;
  let loads = 0;
  for (let i = 0; i < nodes; i++) {
    way += travel[place[nodes]! * places + place[i]!]! * rate[0]!;
    loads += demand[i]!;
  }
  // An average visit too many costs a quarter of the way to an average visit.
  return {
    warp: Math.max(1, rate[0]!),
    load: Math.max(1, way / 4 / Math.max(nodes, loads)),
    onTime: 0,
    withinLoad: 0,
    noted: 0,
  };
}

/** True when prices changed. */
function adaptPrices(prices: Prices): boolean {
  if (prices.noted < EVERY) return false;
  prices.warp = adapted(prices.warp, prices.onTime / prices.noted);
  prices.load = adapted(prices.load, prices.withinLoad / prices.noted);
  prices.noted = 0;
  prices.onTime = 0;
  prices.withinLoad = 0;
  return true;
}

function adapted(price: number, share: number): number {
  if (share < WANTED) return Math.min(MOST, price * (1 + (DEARER * (WANTED - share)) / WANTED));
  return Math.max(LEAST, price * (1 - (CHEAPER * (share - WANTED)) / (1 - WANTED)));
}
