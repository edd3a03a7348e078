import type { ReportChoiceEdit, ReportProgress } from '@muster/domain/field/reports/schema';
import { answer, api, failureOf, sendRequest } from '../../../lib/api/api.ts';
import { at } from '../../../lib/api/command.ts';

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
        'report_choices',
        'report_mails',
      ],
    },
  };
}

/** What has changed of a visit since it was signed for, and since its report was mailed. */
export function reportChangesQuery(visit: string) {
  return {
    ...reportQuery(visit),
    queryKey: ['report-changes', visit],
    queryFn: async () =>
      (await answer(api.GET(`${base}/visits/{id}/report/changes`, { params: { path: { id: visit } } }))).row,
  };
}

/** The mail with a report as it would leave now. */
export function letterQuery(visit: string, contact_id: string | null) {
  const query = contact_id === null ? {} : { contact_id };
  return {
    ...reportQuery(visit),
    queryKey: ['report-letters', visit, contact_id],
    queryFn: async () =>
      (await answer(api.GET(`${base}/visits/{id}/report/mail`, { params: { path: { id: visit }, query } })))
        .row,
  };
}

async function loadReport(id: string) {
  return (await answer(api.GET(`${base}/visits/{id}/report`, { params: { path: { id } } }))).row;
}

/** What has left the house cannot be taken back, so nothing offers to. */
export async function mailReport(
  id: string,
  body: { contact_id: string | null; fingerprint: string },
  key: string,
) {
  const sent = await answer(api.POST(`${base}/visits/{id}/report/mail`, { params: at(id, key), body }));
  return { ...sent, made: false };
}

/** Puts something on the report of a visit, or leaves it out. */
export function chooseForReport(id: string, body: ReportChoiceEdit, key: string) {
  return answer(api.PATCH(`${base}/visits/{id}/report`, { params: at(id, key), body }));
}

export function showNote(id: string, for_customer: boolean, key: string) {
  return answer(api.PATCH(`${base}/records/{id}`, { params: at(id, key), body: { for_customer } }));
}

/** Where the document of a report is, once it is made. */
export const documentAddress = (visit: string) => `${base}/visits/${visit}/report.pdf`;

/** How long to wait before asking again, where the server does not say. */
const ASK_AGAIN_SECONDS = 1;

/** Has the report made as a document, and tells how far that is until it is there. */
export async function makeDocument(
  visit: string,
  onProgress: (progress: ReportProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const response = await sendRequest(new Request(documentAddress(visit), { signal }));
    if (response.status === 200) return response.body?.cancel();
    if (response.status !== 202) throw await failureOf(response);
    onProgress(((await response.json()) as { data: ReportProgress }).data);
    const seconds = Number(response.headers.get('retry-after')) || ASK_AGAIN_SECONDS;
    await new Promise((done) => setTimeout(done, seconds * 1_000));
    signal.throwIfAborted();
  }
}

/** Where the table of completed visits is, for these days and perhaps one customer. */
export function tableAddress(period: { from: string; to: string }, customer: string | undefined): string {
  const query = new URLSearchParams({ ...period, ...(customer !== undefined && { customer }) });
  return `${base}/completed-visits.csv?${query}`;
}

/** Where the table of hours is, for these days. */
export function hoursAddress(period: { from: string; to: string }): string {
  return `${base}/hours.csv?${new URLSearchParams(period)}`;
}
