import { answer, api } from '../../../lib/api/api.ts';
import { at } from '../../../lib/api/command.ts';

const base = '/services/scheduling/api/v1';

/** Which visits of a job have a page for the customer. When one was opened is told by nobody: it is asked anew each time. */
export function pagesQuery(job: string) {
  return {
    queryKey: ['customer-pages', job],
    queryFn: () => loadPages(job),
    meta: { tables: ['visit_links'] },
    staleTime: 0,
  };
}

async function loadPages(job: string) {
  return (await answer(api.GET(`${base}/jobs/{id}/pages`, { params: { path: { id: job } } }))).rows;
}

/** The address is in no list: it is asked for when somebody wants to hand it on. */
export function linkToPage(visit: string, key: string) {
  return answer(api.POST(`${base}/visits/{id}/page/link`, { params: at(visit, key) }));
}

export function revokePage(visit: string, key: string) {
  return answer(api.POST(`${base}/visits/{id}/page/revoke`, { params: at(visit, key) }));
}
