import { answer, api } from '../../../lib/api/api.ts';

export type Mail = Awaited<ReturnType<typeof loadMail>>;
export type MailSummary = Awaited<ReturnType<typeof loadMails>>[number];

/** The inbox works without a session, so no live stream tells of new mail: the page asks again. */
const lookAgainMs = 5_000;

export const mailsQuery = { queryKey: ['mails'], queryFn: loadMails, refetchInterval: lookAgainMs };

export function mailQuery(id: string) {
  return { queryKey: ['mails', id], queryFn: () => loadMail(id) };
}

function loadMails() {
  return answer(api.GET('/services/inbox/api/mails'));
}

function loadMail(id: string) {
  return answer(api.GET('/services/inbox/api/mails/{id}', { params: { path: { id } } }));
}
