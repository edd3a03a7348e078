import { answer, api } from '../../../lib/api/api.ts';

export type PaperDay = Awaited<ReturnType<typeof loadDay>>;

const base = '/services/scheduling/api/v1';

/** The board of one day, and what whoever goes there needs beside it. */
export function paperDayQuery(date: string) {
  return {
    queryKey: ['day-sheets', date],
    queryFn: () => loadDay(date),
    meta: {
      tables: [
        'accounts',
        'technicians',
        'absences',
        'customers',
        'contacts',
        'sites',
        'job_types',
        'jobs',
        'visits',
        'assignments',
      ],
    },
  };
}

async function loadDay(date: string) {
  const [board, sheets, { row: business }] = await Promise.all([
    answer(api.GET(`${base}/board`, { params: { query: { from: date, to: date } } })),
    answer(api.GET(`${base}/day-sheets`, { params: { query: { date } } })),
    answer(api.GET(`${base}/settings`)),
  ]);
  return { board, visits: sheets.rows, business };
}
