import type { BookedQuery, BookedVisit } from '@muster/domain/work/visits/schema';
import { answer, api } from '../api/api.ts';

/** Who is with whom and when: the booked visits of a customer or of a technician. */
export function bookedQuery(query: BookedQuery) {
  return {
    queryKey: ['visits', 'booked', query],
    queryFn: async (): Promise<BookedVisit[]> =>
      (await answer(api.GET('/services/scheduling/api/v1/visits', { params: { query } }))).rows,
    meta: { tables: ['visits', 'assignments', 'jobs', 'customers', 'sites', 'technicians'] },
  };
}
