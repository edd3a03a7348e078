import { codes } from '@muster/domain/values/code';
import { answer, api, ApiError } from '../../lib/api.ts';

export type Mail = Awaited<ReturnType<typeof loadMail>>;
export type MailSummary = Awaited<ReturnType<typeof loadMails>>[number];

/** The inbox works without a session, so no live connection tells of new mail: it looks by itself. */
const lookAgainMs = 5_000;

export const mailsQuery = { queryKey: ['mails'], queryFn: loadMails, refetchInterval: lookAgainMs };

export function mailQuery(id: string) {
  return { queryKey: ['mails', id], queryFn: () => loadMail(id) };
}

/** No such mail, or an address that cannot be one's. */
export function isGone(error: Error): boolean {
  const statuses: number[] = [codes.notFound, codes.malformed];
  return error instanceof ApiError && statuses.includes(error.status);
}

function loadMails() {
  return answer(api.GET('/services/inbox/api/mails'));
}

function loadMail(id: string) {
  return answer(api.GET('/services/inbox/api/mails/{id}', { params: { path: { id } } }));
}
