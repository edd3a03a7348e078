import { useQuery } from '@tanstack/react-query';
import type { OpenFollowUps } from '@muster/domain/work/follow-ups/schema';
import { answer, api } from '../api/api.ts';
import { at } from '../api/command.ts';
import { currentScenario } from './scenario.ts';

const base = '/services/scheduling/api/v1';
const none: OpenFollowUps = { rows: [], more: 0 };

/** What was left in the field for the office to decide, of whatever day. A scenario has nobody's work in it. */
export function useFollowUps(): OpenFollowUps {
  const { data } = useQuery({
    queryKey: ['follow-ups'],
    queryFn: () => answer(api.GET(`${base}/follow-ups`)),
    enabled: currentScenario() === null,
    meta: { tables: ['follow_ups', 'taps', 'visits', 'jobs'] },
  });
  return data ?? none;
}

export function bookReturn(id: string, key: string) {
  return answer(api.POST(`${base}/follow-ups/{id}/return`, { params: at(id, key) }));
}

export function dismissFollowUp(id: string, reason: string, key: string) {
  return answer(api.POST(`${base}/follow-ups/{id}/dismiss`, { params: at(id, key), body: { reason } }));
}

export function closeJob(id: string, key: string) {
  return answer(api.POST(`${base}/jobs/{id}/archive`, { params: at(id, key) }));
}
