import type { SetUp } from '../api.ts';

export type StepName = 'business' | 'technician' | 'customer' | 'job';

/** Whether a business was given a name of its own: until then it goes by that of whoever registered. */
export function isNamed(
  { set_up_at }: SetUp,
  name: string,
  owner: { first_name: string; last_name: string },
) {
  return set_up_at !== null || name !== `${owner.first_name} ${owner.last_name}`;
}

/** Whether there is room for one technician and no more: a business of one person. */
export function isAlone({ technicians, free_licences }: SetUp): boolean {
  return technicians === 0 && free_licences === 1;
}

/** The first step that is not done; undefined once there is something to plan. Dispatchers do not set up the business. */
export function firstOpenStep(setUp: SetUp, isOwner: boolean): StepName | undefined {
  if (setUp.set_up_at === null && isOwner) return 'business';
  if (setUp.technicians === 0) return 'technician';
  if (setUp.customers === 0) return 'customer';
  return setUp.jobs === 0 ? 'job' : undefined;
}
