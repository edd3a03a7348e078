import { expect, test } from 'vitest';
import { chosenPlanCode, planInAddress } from './plan-choice.ts';

const plans = [
  { code: 'pair', name: 'Pair', licences: 2, price_cents: 4900, licence_cents: 2500 },
  { code: 'crew', name: 'Crew', licences: 5, price_cents: 11900, licence_cents: 2400 },
];

test('solo until the plans are there, then the first of them', () => {
  expect(chosenPlanCode(null, undefined)).toBe('solo');
  expect(chosenPlanCode(null, plans)).toBe('pair');
  expect(chosenPlanCode(null, [])).toBe('solo');
});

test('the plan that was asked for, unless there is no such plan', () => {
  expect(chosenPlanCode('crew', undefined)).toBe('crew');
  expect(chosenPlanCode('crew', plans)).toBe('crew');
  expect(chosenPlanCode('gone', plans)).toBe('pair');
});

test('an address carries a plan, and nothing that only looks like one', () => {
  expect(planInAddress('?plan=crew')).toBe('crew');
  expect(planInAddress('?other=crew')).toBeNull();
  expect(planInAddress('?plan=Call%201300%20000%20000')).toBeNull();
  expect(planInAddress(`?plan=${'a'.repeat(41)}`)).toBeNull();
});
