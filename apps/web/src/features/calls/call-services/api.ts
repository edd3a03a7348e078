import type { CallServiceEdit, NewCallService } from '@muster/domain/calls/call-services/schema';
import type { CallSettingsEdit } from '@muster/domain/calls/calls/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at, keyed } from '../../../lib/api/command.ts';

const base = '/services/calls/api/v1';

export type CallServiceRow = Awaited<ReturnType<typeof loadServices>>['rows'][number];

export const callServicesQuery = {
  queryKey: ['call services'],
  queryFn: loadServices,
  meta: { tables: ['call_services'] },
};

function loadServices() {
  return answer(api.GET(`${base}/services`));
}

export function connectCalls(body: NewCallService, key: string) {
  return answer(api.POST(`${base}/services`, { params: keyed(key), body }));
}

export function editCalls(id: string, body: CallServiceEdit, key: string) {
  return answer(api.PATCH(`${base}/services/{id}`, { params: at(id, key), body }));
}

export function saveCallSettings(body: CallSettingsEdit, key: string) {
  return answer(api.PATCH(`${base}/call-settings`, { params: keyed(key), body }));
}
