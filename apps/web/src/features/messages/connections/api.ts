import type { NewTextService, TextServiceEdit } from '@muster/domain/basics/text-services/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at, keyed } from '../../../lib/api/command.ts';

export type ConnectionRow = Awaited<ReturnType<typeof loadConnections>>['rows'][number];
export type OperatorServiceRow = Awaited<ReturnType<typeof loadConnections>>['services'][number];

const base = '/services/scheduling/api/v1';
const TESTING_MS = 1_000;
const IDLE_MS = 10_000;

/** How a connection is doing changes without a change of the business; what became of a test is waited for. */
export const connectionsQuery = {
  queryKey: ['connections'],
  queryFn: loadConnections,
  meta: { tables: ['webhooks', 'text_services', 'accounting_services', 'card_services'] },
  staleTime: 0,
  refetchInterval: ({
    state,
  }: {
    state: { data: Awaited<ReturnType<typeof loadConnections>> | undefined };
  }) => (state.data?.rows.some(({ test }) => test?.state === 'running') ? TESTING_MS : IDLE_MS),
};

function loadConnections() {
  return answer(api.GET(`${base}/connections`));
}

export function testConnection(id: string, key: string) {
  return answer(api.POST(`${base}/connections/{id}/test`, { params: at(id, key) }));
}

export function pauseConnection(id: string, key: string) {
  return answer(api.POST(`${base}/connections/{id}/pause`, { params: at(id, key) }));
}

export function resumeConnection(id: string, key: string) {
  return answer(api.POST(`${base}/connections/{id}/resume`, { params: at(id, key) }));
}

export function disconnect(id: string, key: string) {
  return answer(api.DELETE(`${base}/connections/{id}`, { params: at(id, key) }));
}

export function connectTextService(body: NewTextService, key: string) {
  return answer(api.POST(`${base}/connections`, { params: keyed(key), body }));
}

export function editTextService(id: string, body: TextServiceEdit, key: string) {
  return answer(api.PATCH(`${base}/connections/{id}`, { params: at(id, key), body }));
}
