import type { MissedCalls, SettledCall } from '@muster/domain/calls/calls/schema';
import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../api/api.ts';
import { at } from '../api/command.ts';
import { currentScenario } from './scenario.ts';

const base = '/services/calls/api/v1';
const none: MissedCalls = { rows: [], more: 0 };

/** Calls that nobody took, and nobody has dealt with. A scenario misses none. */
export function useMissedCalls(): MissedCalls {
  const { data } = useQuery({
    queryKey: ['call', 'missed'],
    queryFn: () => answer(api.GET(`${base}/missed`)),
    enabled: currentScenario() === null,
    meta: { tables: ['settled_calls'] },
  });
  return data ?? none;
}

export function settleMissed(id: string, how: SettledCall['how'], key: string) {
  return answer(api.POST(`${base}/calls/{id}/settle`, { params: at(id, key), body: { how } }));
}
