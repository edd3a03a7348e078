import { answer, api } from '../../../lib/api/api.ts';

/** The ways along the roads of a day, as far as they are known; the stream tells when there are more. */
export function routesQuery(date: string) {
  return {
    queryKey: ['routes', date],
    queryFn: async () =>
      (await answer(api.GET('/services/scheduling/api/v1/routes', { params: { query: { date } } }))).lines,
    meta: { tables: ['assignments', 'sites', 'technicians'] },
  };
}
