import type { Model } from '../model/model.ts';
import { createRandom, nextBelow } from './random.ts';

const SAMPLED_PAIRS = 2000;

/**
 * Temperatures are told in quarters of the mean distance between two visits, priced, so that they mean the same in every
 * problem. (The mean leg would not do: where visits lie in clusters it says nothing about the way between them.)
 */
export function temperatureUnit(model: Model): number {
  const { nodes, place, places, travel } = model;
  if (nodes === 0) return 1;
  const random = createRandom(nodes);
  let sum = 0;
  for (let i = 0; i < SAMPLED_PAIRS; i++)
    sum += travel[place[nextBelow(random, nodes)]! * places + place[nextBelow(random, nodes)]!]!;
  const rate = model.rate.reduce((total, price) => total + price, 0) / Math.max(1, model.routes);
  return Math.max(1, (sum / SAMPLED_PAIRS / 4) * rate);
}
