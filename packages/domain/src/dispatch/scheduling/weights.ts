import { defaultWeights, type Weights } from './problem.ts';

/** How much something matters to a business, from 0 to 4. */
export const importances = ['least', 'less than usual', 'as usual', 'more than usual', 'most'] as const;
/** Where a business has not said anything. */
const USUAL = 2;

type Steps = readonly [number, number, number, number, number];

/**
 * What each wish of an owner means in prices of the optimiser, step by step. The middle is what is right for most; what costs nothing
 * there costs nothing below it.
 */
export const wishes = {
  /** Little time is spent on the road. */
  driving: { travel: [2, 5, defaultWeights.travel, 20, 40] },
  /** Work is done by the day on which it is due. */
  promises: { lateness: [4, 10, defaultWeights.lateness, 40, 80] },
  /** Everybody is home in time. */
  overtime: { overtime: [3, 8, defaultWeights.overtime, 30, 60] },
  /** Nobody has much more to do than the others. */
  fairness: { fairness: [0, 0, defaultWeights.fairness, 2, 4] },
  /** Customers see the technicians whom they prefer. */
  favourites: { preference: [0, 300, defaultWeights.preference, 1_200, 2_400] },
  /** What is planned stays as it is: 100 is as much as ten minutes of driving. */
  stability: {
    moved: [0, 0, defaultWeights.moved, 100, 300],
    retimed: [0, 0, defaultWeights.retimed, 20, 60],
  },
} as const satisfies Record<string, { readonly [Price in keyof Weights]?: Steps }>;

export type Wish = keyof typeof wishes;

/** What matters when the optimiser plans for a business. */
export type PlanningSettings = { readonly [Each in Wish]: number } & {
  /** From leaving the base to being back, in minutes. Null: as long as the shift and its overtime allow. */
  readonly longestDay: number | null;
};

export const defaultPlanning: PlanningSettings = {
  driving: USUAL,
  promises: USUAL,
  overtime: USUAL,
  fairness: USUAL,
  favourites: USUAL,
  stability: USUAL,
  longestDay: null,
};

/** The prices by which the optimiser plans for a business. */
export function weightsOf(settings: PlanningSettings): Weights {
  const priced = Object.entries(wishes).flatMap(([wish, prices]) =>
    Object.entries(prices).map(([price, steps]) => [price, steps[settings[wish as Wish]]] as const),
  );
  return { ...defaultWeights, ...Object.fromEntries(priced) };
}

/** After a disruption: to move a visit is worth an hour and a half of driving, to move its time twenty minutes. */
const LEAST_MOVED = 900;
const LEAST_RETIMED = 200;

/** The same for mending a schedule: people and customers have been told of it. */
export function repairWeightsOf(settings: PlanningSettings): Weights {
  const weights = weightsOf(settings);
  return {
    ...weights,
    moved: Math.max(weights.moved, LEAST_MOVED),
    retimed: Math.max(weights.retimed, LEAST_RETIMED),
  };
}
