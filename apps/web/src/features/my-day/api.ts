import { answer, api } from '../../lib/api.ts';

export type OwnVisit = Awaited<ReturnType<typeof loadVisits>>[number];

/** The stream of a technician tells of nothing else. */
export const ownVisitsQuery = { queryKey: ['my-visits'], queryFn: loadVisits, meta: { tables: ['*'] } };

async function loadVisits() {
  return (await answer(api.GET('/services/scheduling/api/v1/my/visits'))).rows;
}
