import type { CampaignEdit, NewCampaign } from '@muster/domain/calls/campaigns/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at, keyed } from '../../../lib/api/command.ts';

const base = '/services/calls/api/v1/campaigns';

export const campaignsQuery = {
  queryKey: ['campaigns'],
  queryFn: async () => (await answer(api.GET(base))).rows,
  meta: { tables: ['campaigns'] },
};

/** What came of the calls of the last twelve months. Calls are told by a notice, which reads it again. */
export const figuresQuery = {
  queryKey: ['call', 'figures'],
  queryFn: async () => (await answer(api.GET(`${base}/figures`))).rows,
  meta: { tables: ['campaigns'] },
  staleTime: 0,
};

export function addCampaign(body: NewCampaign, key: string) {
  return answer(api.POST(base, { params: keyed(key), body }));
}

export function editCampaign(id: string, body: CampaignEdit, key: string) {
  return answer(api.PATCH(`${base}/{id}`, { params: at(id, key), body }));
}

export function archiveCampaign(id: string, key: string) {
  return answer(api.POST(`${base}/{id}/archive`, { params: at(id, key) }));
}

export function restoreCampaign(id: string, key: string) {
  return answer(api.POST(`${base}/{id}/restore`, { params: at(id, key) }));
}
