import type { UntoldList } from '@muster/domain/messages/untold/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../api/api.ts';
import { at } from '../api/command.ts';
import { currentScenario } from './scenario.ts';

const base = '/services/scheduling/api/v1/customer-messages';
const none: UntoldList = { rows: [], more: 0 };
const queryKey = ['untold'];

/** What a service says of a text or a mail changes nothing of ours that would be heard. */
const lookAgainMs = 60_000;

/** What customers should have been told and were not, of whatever day. A scenario tells nobody. */
export function useUntold(): UntoldList {
  const { data } = useQuery({
    queryKey,
    queryFn: () => answer(api.GET(`${base}/untold`)),
    enabled: currentScenario() === null,
    refetchInterval: lookAgainMs,
    meta: { tables: ['customer_messages', 'visits'] },
  });
  return data ?? none;
}

export function useUntoldAgain(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey });
}

export function sendAgain(id: string, key: string) {
  return answer(api.POST(`${base}/{id}/send-again`, { params: at(id, key) }));
}

export function takeBackTexts(id: string, key: string) {
  return answer(api.POST(`${base}/{id}/take-back`, { params: at(id, key) }));
}

export function dismissMessage(id: string, key: string) {
  return answer(api.POST(`${base}/{id}/dismiss`, { params: at(id, key) }));
}
