import { answer, api } from '../../lib/api.ts';

export const plansQuery = { queryKey: ['plans'], queryFn: loadPlans };

function loadPlans() {
  return answer(api.GET('/services/subscription/api/v1/plans'));
}
