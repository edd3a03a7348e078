import type { Draft } from './draft.ts';

/** Prices of broken rules, and how many of the last schedules kept each rule. */
export type Prices = { warp: number; load: number; onTime: number; withinLoad: number; noted: number };

/** Schedules between two changes, the share that is to keep a rule, and the changes. */
const EVERY = 40;
const WANTED = 0.4;
const DEARER = 0.5;
const CHEAPER = 0.3;
const LEAST = 0.1;
const MOST = 100_000;

export function createPrices(draft: Draft): Prices {
  const demand = draft.demand.reduce((sum, load) => sum + load, 0) / Math.max(1, draft.nodes);
  let way = 0;
  for (let i = 0; i < draft.nodes; i++) way += draft.way[draft.nodes * draft.stride + i]!;
  // An average visit too many costs a quarter of the way to an average visit.
  return {
    warp: 1,
    load: Math.max(1, way / draft.nodes / 4 / Math.max(1, demand)),
    onTime: 0,
    withinLoad: 0,
    noted: 0,
  };
}

export function notePrices(prices: Prices, onTime: boolean, withinLoad: boolean): void {
  prices.noted++;
  if (onTime) prices.onTime++;
  if (withinLoad) prices.withinLoad++;
}

/** True when prices changed. */
export function adaptPrices(prices: Prices): boolean {
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
