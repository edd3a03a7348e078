import type { NewWebhook, SendAgain, WebhookEdit } from '@muster/domain/messages/webhooks/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at, keyed } from '../../../lib/api/command.ts';

export type WebhookRow = Awaited<ReturnType<typeof loadWebhooks>>[number];
export type FailureRow = Awaited<ReturnType<typeof loadFailures>>['rows'][number];

const base = '/services/scheduling/api/v1';

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

async function loadWebhooks() {
  return (await answer(api.GET(`${base}/webhooks`))).rows;
}

function loadFailures(id: string) {
  return answer(api.GET(`${base}/webhooks/{id}/failures`, { params: { path: { id } } }));
}

export function addWebhook(body: NewWebhook, key: string) {
  return answer(api.POST(`${base}/webhooks`, { params: keyed(key), body }));
}

export function editWebhook(id: string, body: WebhookEdit, key: string) {
  return answer(api.PATCH(`${base}/webhooks/{id}`, { params: at(id, key), body }));
}

export function replaceSecret(id: string, key: string) {
  return answer(api.POST(`${base}/webhooks/{id}/secret`, { params: at(id, key) }));
}

export function removeWebhook(id: string, key: string) {
  return answer(api.DELETE(`${base}/webhooks/{id}`, { params: at(id, key) }));
}

export function sendAgain(id: string, body: SendAgain, key: string) {
  return answer(api.POST(`${base}/webhooks/{id}/send-again`, { params: at(id, key), body }));
}
