import type { PastVisit } from '@muster/domain/field/past-visits/schema';
import type { Booking } from '@muster/domain/work/assignments/schema';
import type { JobEdit } from '@muster/domain/work/jobs/schema';
import type { NewVisit, OutcomeReport, VisitEdit } from '@muster/domain/work/visits/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at, keyed } from '../../../lib/api/command.ts';
import type { RecordsQuery } from '../../../lib/kit/list/use-records.ts';
import { newer } from '../../../lib/api/queries.ts';
import type { JobSearch } from './model/job-search.ts';

export type JobRow = Awaited<ReturnType<typeof loadPage>>['rows'][number];
export type JobRecord = Awaited<ReturnType<typeof loadOne>>;
export type VisitRecord = JobRecord['visits'][number];

const base = '/services/scheduling/api/v1';
const pageRows = 100;

export function jobsQuery(search: JobSearch): RecordsQuery<JobRow> {
  return {
    queryKey: ['jobs', 'list', search],
    load: (cursor) => loadPage(search, cursor),
    tables: ['jobs', 'visits', 'assignments'],
  };
}

/** By its number, as in J-1042. */
export function jobQuery(number: string) {
  return {
    queryKey: ['jobs', 'one', number],
    queryFn: () => loadOne(number),
    meta: {
      tables: ['jobs', 'visits', 'assignments', 'customers', 'contacts', 'sites', 'customer_messages'],
    },
    structuralSharing: (known: unknown, read: unknown) =>
      newer(known as JobRecord | undefined, read as JobRecord),
  };
}

/** When the business works. */
export const businessQuery = {
  queryKey: ['settings'],
  queryFn: loadBusiness,
  meta: { tables: ['accounts'] },
};

function loadPage(search: JobSearch, cursor: string | undefined) {
  const query = { ...search, limit: pageRows, ...(cursor === undefined ? {} : { cursor }) };
  return answer(api.GET(`${base}/jobs`, { params: { query } }));
}

async function loadOne(number: string) {
  return (await answer(api.GET(`${base}/jobs/by-number/{number}`, { params: { path: { number } } }))).row;
}

async function loadBusiness() {
  return (await answer(api.GET(`${base}/settings`))).row;
}

/** Who a customer is, for a new job that begins at the customer. */
export async function loadCustomer(id: string) {
  return (await answer(api.GET(`${base}/customers/{id}`, { params: { path: { id } } }))).row;
}

export function editJob(id: string, body: JobEdit, key: string) {
  return answer(api.PATCH(`${base}/jobs/{id}`, { params: at(id, key), body }));
}

export function archiveJob(id: string, key: string) {
  return answer(api.POST(`${base}/jobs/{id}/archive`, { params: at(id, key) }));
}

export function restoreJob(id: string, key: string) {
  return answer(api.POST(`${base}/jobs/{id}/restore`, { params: at(id, key) }));
}

export function cancelJob(id: string, reason: string, key: string) {
  return answer(api.POST(`${base}/jobs/{id}/cancel`, { params: at(id, key), body: { reason } }));
}

export function addVisit(job: string, body: NewVisit, key: string) {
  return answer(api.POST(`${base}/jobs/{id}/visits`, { params: at(job, key), body }));
}

export function recordPastVisit(body: PastVisit, key: string) {
  return answer(api.POST(`${base}/past-visits`, { params: keyed(key), body }));
}

export function editVisit(id: string, body: VisitEdit, key: string) {
  return answer(api.PATCH(`${base}/visits/{id}`, { params: at(id, key), body }));
}

export function scheduleVisit(id: string, body: Booking, key: string) {
  return answer(api.POST(`${base}/visits/{id}/schedule`, { params: at(id, key), body }));
}

export function cancelVisit(id: string, reason: string, key: string) {
  return answer(api.POST(`${base}/visits/{id}/cancel`, { params: at(id, key), body: { reason } }));
}

export function reportOutcome(id: string, body: OutcomeReport, key: string) {
  return answer(api.POST(`${base}/visits/{id}/outcome`, { params: at(id, key), body }));
}

export const dispatchVisit = (id: string, key: string) =>
  answer(api.POST(`${base}/visits/{id}/dispatch`, { params: at(id, key) }));
export const unscheduleVisit = (id: string, key: string) =>
  answer(api.POST(`${base}/visits/{id}/unschedule`, { params: at(id, key) }));
export const restoreVisit = (id: string, key: string) =>
  answer(api.POST(`${base}/visits/{id}/restore`, { params: at(id, key) }));
export const pinVisit = (id: string, key: string) =>
  answer(api.POST(`${base}/visits/{id}/pin`, { params: at(id, key) }));
export const unpinVisit = (id: string, key: string) =>
  answer(api.POST(`${base}/visits/{id}/unpin`, { params: at(id, key) }));
