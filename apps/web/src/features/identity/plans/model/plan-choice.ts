import { DEFAULT_PLAN_CODE } from '@muster/domain/identity/accounts/rules';
import { isPlanCode } from '@muster/domain/identity/plans/rules';
import type { Plan } from '../api.ts';

/** The plan that a link to the page carries, or null. */
export function planInAddress(search: string): string | null {
  const code = new URLSearchParams(search).get('plan');
  return code !== null && isPlanCode(code) ? code : null;
}

/** The plan to register with: the one that was asked for, if there is such a plan; otherwise the first of them. */
export function chosenPlanCode(asked: string | null | undefined, plans: readonly Plan[] | undefined): string {
  if (!plans) return asked ?? DEFAULT_PLAN_CODE;
  const plan = plans.find(({ code }) => code === asked) ?? plans[0];
  return plan?.code ?? DEFAULT_PLAN_CODE;
}
