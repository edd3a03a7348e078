import { expect, test } from 'vitest';
import { defaultWeights } from './problem.ts';
import { defaultPlanning, importances, repairWeightsOf, type Wish, weightsOf, wishes } from './weights.ts';

test('a business that has not said what matters is planned for by the usual prices', () => {
  expect(weightsOf(defaultPlanning)).toEqual(defaultWeights);
});

test('what matters more never costs less, and in the end costs more', () => {
  for (const [wish, prices] of Object.entries(wishes))
    for (const [price, steps] of Object.entries<readonly number[]>(prices)) {
      expect([wish, price, steps.length]).toEqual([wish, price, importances.length]);
      expect([wish, price, steps.toSorted((a, b) => a - b)]).toEqual([wish, price, steps]);
      expect(steps.at(-1)).toBeGreaterThan(steps[2]!);
      expect(steps.every((step) => Number.isSafeInteger(step) && step >= 0)).toBe(true);
    }
});

test('a wish moves its own prices alone', () => {
  for (const wish of Object.keys(wishes) as Wish[]) {
    const { [wish]: own } = wishes;
    const changed = weightsOf({ ...defaultPlanning, [wish]: 4 });
    const differing = Object.entries(changed)
      .filter(([price, value]) => value !== Reflect.get(defaultWeights, price))
      .map(([price]) => price);
    expect(differing.toSorted()).toEqual(Object.keys(own).toSorted());
  }
});

test('mending moves less than planning, whatever the business says', () => {
  const usual = repairWeightsOf(defaultPlanning);
  expect([usual.moved, usual.retimed]).toEqual([900, 200]);
  expect(repairWeightsOf({ ...defaultPlanning, stability: 4 })).toMatchObject({ moved: 900, retimed: 200 });
  expect({ ...usual, moved: 0, retimed: 0 }).toEqual(defaultWeights);
});
