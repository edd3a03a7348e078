import type { LocalDate } from '@muster/domain/values/local-time';
import { answer, api } from '../../../lib/api/api.ts';

/** Who would be told if the day, or some visits, were dispatched now: asked anew each time somebody is about to. */
export function dispatchPreviewQuery(
  date: LocalDate,
  { technician, visits }: { technician: string | undefined; visits: readonly string[] | undefined },
) {
  return {
    queryKey: ['dispatch preview', date, technician, visits],
    queryFn: async () => {
      const query = visits
        ? { visits: visits.join(',') }
        : { date, ...(technician !== undefined && { technician }) };
      return (await answer(api.GET('/services/scheduling/api/v1/dispatch/preview', { params: { query } })))
        .row;
    },
    meta: {
      tables: [
        'visits',
        'assignments',
        'technicians',
        'users',
        'team_invitations',
        'customers',
        'contacts',
        'accounts',
      ],
    },
    gcTime: 0,
  };
}
