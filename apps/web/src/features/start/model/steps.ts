import type { SetUp } from '../api.ts';

export type StepName = 'business' | 'technician' | 'customer' | 'job';

/** The first step that is not done; undefined once there is something to plan. Dispatchers do not set up the business. */
export function firstOpenStep(setUp: SetUp, isOwner: boolean): StepName | undefined {
  if (setUp.set_up_at === null && isOwner) return 'business';
  if (setUp.technicians === 0) return 'technician';
  if (setUp.customers === 0) return 'customer';
  return setUp.jobs === 0 ? 'job' : undefined;
}
