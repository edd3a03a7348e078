import type { NewApiKey } from '@muster/domain/api-keys/schema';
import { answer, api } from '../../lib/api.ts';

export type ApiKeyRow = Awaited<ReturnType<typeof loadKeys>>[number];
export type WebhookRow = Awaited<ReturnType<typeof loadWebhooks>>[number];
export type FailureRow = Awaited<ReturnType<typeof loadFailures>>['rows'][number];

const base = '/services/scheduling/api/v1';

/** When a key was last used is told by nobody: it is asked anew each time the page is opened. */
export const apiKeysQuery = {
  queryKey: ['api-keys'],
  queryFn: loadKeys,
  meta: { tables: ['api_keys'] },
  staleTime: 0,
};

/** Deliveries come and go without a change of the business. */
export const webhooksQuery = {
  queryKey: ['webhooks'],
  queryFn: loadWebhooks,
  meta: { tables: ['webhooks'] },
  staleTime: 0,
  refetchInterval: 10_000,
};

export function failuresQuery(id: string) {
  return {
    queryKey: ['webhooks', id, 'failures'],
    queryFn: () => loadFailures(id),
    meta: { tables: ['webhooks'] },
    staleTime: 0,
    refetchInterval: 10_000,
  };
}

async function loadKeys() {
  return (await answer(api.GET(`${base}/api-keys`))).rows;
}

async function loadWebhooks() {
  return (await answer(api.GET(`${base}/webhooks`))).rows;
}

function loadFailures(id: string) {
  return answer(api.GET(`${base}/webhooks/{id}/failures`, { params: { path: { id } } }));
}

const keyed = (key: string) => ({ header: { 'idempotency-key': key } });
const at = (id: string, key: string) => ({ path: { id }, ...keyed(key) });

export function addApiKey(body: NewApiKey, key: string) {
  return answer(api.POST(`${base}/api-keys`, { params: keyed(key), body }));
}

export function revokeApiKey(id: string, key: string) {
  return answer(api.POST(`${base}/api-keys/{id}/revoke`, { params: at(id, key) }));
}

export function addWebhook(body: { url: string }, key: string) {
  return answer(api.POST(`${base}/webhooks`, { params: keyed(key), body }));
}

export function editWebhook(id: string, body: { version: number; is_enabled: boolean }, key: string) {
  return answer(api.PATCH(`${base}/webhooks/{id}`, { params: at(id, key), body }));
}

export function removeWebhook(id: string, key: string) {
  return answer(api.DELETE(`${base}/webhooks/{id}`, { params: at(id, key) }));
}

export function sendAgain(id: string, body: { number?: number }, key: string) {
  return answer(api.POST(`${base}/webhooks/{id}/send-again`, { params: at(id, key), body }));
}
