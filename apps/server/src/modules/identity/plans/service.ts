import { planFor } from '@muster/domain/identity/plans/rules';
import type { Plan } from '@muster/domain/identity/plans/schema';
import type { Db } from '../../../platform/db/executor.ts';
import { listPlans } from './store.ts';

export async function findPlanFor(db: Db, licences: number): Promise<Plan> {
  return planFor(licences, await listPlans(db));
}

export async function isPlan(db: Db, code: string): Promise<boolean> {
  return (await listPlans(db)).some((plan) => plan.code === code);
}

export async function findPlan(db: Db, code: string) {
  return (await listPlans(db)).find((plan) => plan.code === code);
}
