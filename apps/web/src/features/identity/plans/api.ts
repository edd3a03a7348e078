import { answer, api } from '../../../lib/api/api.ts';

export type Plan = Awaited<ReturnType<typeof loadPlans>>[number];

export const plansQuery = { queryKey: ['plans'], queryFn: loadPlans };

export function loadPlans() {
  return answer(api.GET('/services/subscription/api/v1/plans'));
}
