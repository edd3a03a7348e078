import { costOf } from '../billing/rules.ts';
import type { Plan } from './schema.ts';

/** What the code of a plan looks like; a link may carry one, and anybody can write a link. */
const planCode = /^[a-z][a-z0-9_-]{0,31}$/;

export function isPlanCode(text: string): boolean {
  return planCode.test(text);
}

/** The plan with which so many licences cost least. */
export function planFor(licences: number, plans: readonly Plan[]): Plan {
  const cents = (plan: Plan) => costOf(plan, licences).total_cents;
  const [plan] = plans.toSorted((one, other) => cents(one) - cents(other));
  if (!plan) throw new Error('There are no plans.');
  return plan;
}
