import type { NamedFieldRecord, NewFieldRecord } from '@muster/domain/field/field-records/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at } from '../../../lib/api/command.ts';

const base = '/services/scheduling/api/v1';

/** Everything that was noted at a visit, also what was taken back. */
export function recordsQuery(visit: string) {
  return {
    queryKey: ['field-records', visit],
    queryFn: async (): Promise<NamedFieldRecord[]> =>
      (await answer(api.GET(`${base}/visits/{id}/records`, { params: { path: { id: visit } } }))).rows,
    meta: { tables: ['field_records'] },
  };
}

export function addRecord(visit: string, body: NewFieldRecord, key: string) {
  return answer(api.POST(`${base}/visits/{id}/records`, { params: at(visit, key), body }));
}

export function retractRecord(id: string, key: string) {
  return answer(api.DELETE(`${base}/records/{id}`, { params: at(id, key) }));
}
