import type { OpenVisitRequests } from '@muster/domain/messages/visit-requests/schema';
import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../api/api.ts';
import { at } from '../api/command.ts';
import { currentScenario } from './scenario.ts';

const base = '/services/scheduling/api/v1';
const none: OpenVisitRequests = { rows: [], more: 0 };
const tables = ['visit_requests', 'jobs'];

/** What customers asked for or told on their pages, of whatever day, until somebody decides. A scenario has no customers. */
export function useVisitRequests(): OpenVisitRequests {
  const { data } = useQuery({
    queryKey: ['visit-requests', 'open'],
    queryFn: () => answer(api.GET(`${base}/visit-requests`)),
    enabled: currentScenario() === null,
    meta: { tables },
  });
  return data ?? none;
}

/** All that the customer asked for or told on the pages of a job's visits. */
export function requestsOfJobQuery(job: string) {
  return {
    queryKey: ['visit-requests', job],
    queryFn: () => loadRequests(job),
    meta: { tables },
  };
}

async function loadRequests(job: string) {
  return (await answer(api.GET(`${base}/jobs/{id}/visit-requests`, { params: { path: { id: job } } }))).rows;
}

export const acceptRequest = (id: string, key: string) =>
  answer(api.POST(`${base}/visit-requests/{id}/accept`, { params: at(id, key) }));
export const settleRequest = (id: string, key: string) =>
  answer(api.POST(`${base}/visit-requests/{id}/done`, { params: at(id, key) }));
export const declineRequest = (id: string, reply: string, key: string) =>
  answer(api.POST(`${base}/visit-requests/{id}/decline`, { params: at(id, key), body: { reply } }));
