import type { JobType } from '@muster/domain/job-types/schema';
import { answer, api } from '../../lib/api.ts';
import { newer } from '../../lib/newer.ts';

export type Business = Awaited<ReturnType<typeof loadBusiness>>;
export type JobTypeRow = Awaited<ReturnType<typeof loadJobTypes>>[number];

const base = '/services/scheduling/api/v1';

export const businessQuery = {
  queryKey: ['settings'],
  queryFn: loadBusiness,
  meta: { tables: ['accounts'] },
  structuralSharing: (known: unknown, read: unknown) =>
    newer(known as Business | undefined, read as Business),
};

/** Asked for each time: it changes without anybody changing anything. */
export const roadStateQuery = {
  queryKey: ['road-state'],
  queryFn: () => answer(api.GET(`${base}/roads`)),
  staleTime: 0,
};

export const jobTypesQuery = {
  queryKey: ['job-types'],
  queryFn: loadJobTypes,
  meta: { tables: ['job_types'] },
};

/** The trades that there are; they hardly ever change. */
export const tradesQuery = {
  queryKey: ['trades'],
  queryFn: () => answer(api.GET('/services/subscription/api/v1/industries')),
  staleTime: Infinity,
};

async function loadBusiness() {
  return (await answer(api.GET(`${base}/settings`))).row;
}

async function loadJobTypes() {
  return (await answer(api.GET(`${base}/job-types`))).rows;
}

const keyed = (key: string) => ({ header: { 'idempotency-key': key } });
const at = (id: string, key: string) => ({ path: { id }, ...keyed(key) });

type BusinessFields = Partial<Omit<Business, 'id' | 'version' | 'set_up_at'>>;

export function editBusiness(body: BusinessFields & { version: number }, key: string) {
  return answer(api.PATCH(`${base}/settings`, { params: keyed(key), body }));
}

type JobTypeFields = Partial<Omit<JobType, 'id' | 'version' | 'archived_at'>>;

export function addJobType(body: JobTypeFields & { name: string; duration: number }, key: string) {
  return answer(api.POST(`${base}/job-types`, { params: keyed(key), body }));
}

export function editJobType(id: string, body: JobTypeFields & { version: number }, key: string) {
  return answer(api.PATCH(`${base}/job-types/{id}`, { params: at(id, key), body }));
}

export function archiveJobType(id: string, key: string) {
  return answer(api.POST(`${base}/job-types/{id}/archive`, { params: at(id, key) }));
}

export function restoreJobType(id: string, key: string) {
  return answer(api.POST(`${base}/job-types/{id}/restore`, { params: at(id, key) }));
}

export function addSkill(body: { name: string; needs_ticket: boolean }, key: string) {
  return answer(api.POST(`${base}/skills`, { params: keyed(key), body }));
}

export function editSkill(
  id: string,
  body: { version: number; name?: string; needs_ticket?: boolean },
  key: string,
) {
  return answer(api.PATCH(`${base}/skills/{id}`, { params: at(id, key), body }));
}

export function archiveSkill(id: string, key: string) {
  return answer(api.POST(`${base}/skills/{id}/archive`, { params: at(id, key) }));
}

export function restoreSkill(id: string, key: string) {
  return answer(api.POST(`${base}/skills/{id}/restore`, { params: at(id, key) }));
}
