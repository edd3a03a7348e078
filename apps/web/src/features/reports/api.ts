import { answer, api } from '../../lib/api.ts';
import { at } from '../../lib/keyed.ts';

export type Report = Awaited<ReturnType<typeof loadReport>>;

const base = '/services/scheduling/api/v1';

/** The report of a visit that is over, with to whom it was mailed. */
export function reportQuery(visit: string) {
  return {
    queryKey: ['reports', visit],
    queryFn: () => loadReport(visit),
    meta: {
      tables: [
        'accounts',
        'customers',
        'contacts',
        'sites',
        'jobs',
        'visits',
        'assignments',
        'field_records',
        'files',
        'report_mails',
      ],
    },
  };
}

async function loadReport(id: string) {
  return (await answer(api.GET(`${base}/visits/{id}/report`, { params: { path: { id } } }))).row;
}

/** What has left the house cannot be taken back, so nothing offers to. */
export async function mailReport(id: string, contact_id: string | null, key: string) {
  const body = { contact_id };
  const sent = await answer(api.POST(`${base}/visits/{id}/report/mail`, { params: at(id, key), body }));
  return { ...sent, made: false };
}

export function showNote(id: string, for_customer: boolean, key: string) {
  return answer(api.PATCH(`${base}/records/{id}`, { params: at(id, key), body: { for_customer } }));
}

export const documentAddress = (visit: string) => `${base}/visits/${visit}/report.pdf`;

/** Where the table of completed visits is, for these days and perhaps one customer. */
export function tableAddress(period: { from: string; to: string }, customer: string | undefined): string {
  const query = new URLSearchParams({ ...period, ...(customer !== undefined && { customer }) });
  return `${base}/completed-visits.csv?${query}`;
}
