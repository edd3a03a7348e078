import { answer, api } from '../../lib/api.ts';

export type OwnVisit = Awaited<ReturnType<typeof loadVisits>>[number];

/** The stream of a technician says that there is a change for them, and not of what: the topic is the first part of the key. */
export const ownVisitsQuery = { queryKey: ['change', 'my-visits'], queryFn: loadVisits };

async function loadVisits() {
  return (await answer(api.GET('/services/scheduling/api/v1/my/visits'))).rows;
}
