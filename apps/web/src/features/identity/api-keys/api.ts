import type { NewApiKey } from '@muster/domain/identity/api-keys/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at, keyed } from '../../../lib/api/command.ts';

export type ApiKeyRow = Awaited<ReturnType<typeof loadKeys>>[number];

const base = '/services/scheduling/api/v1/api-keys';

/** When a key was last used is told by nobody: it is asked anew each time the page is opened. */
export const apiKeysQuery = {
  queryKey: ['api-keys'],
  queryFn: loadKeys,
  meta: { tables: ['api_keys'] },
  staleTime: 0,
};

async function loadKeys() {
  return (await answer(api.GET(base))).rows;
}

export function addApiKey(body: NewApiKey, key: string) {
  return answer(api.POST(base, { params: keyed(key), body }));
}

export function revokeApiKey(id: string, key: string) {
  return answer(api.POST(`${base}/{id}/revoke`, { params: at(id, key) }));
}
