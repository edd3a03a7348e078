import type { NewCustomer } from '@muster/domain/work/customers/schema';
import type { NewJob } from '@muster/domain/work/jobs/schema';
import type { BusinessEdit } from '@muster/domain/work/settings/schema';
import type { NewTechnician } from '@muster/domain/work/technicians/schema';
import { answer, api } from '../../../lib/api/api.ts';

export type SetUp = Awaited<ReturnType<typeof loadSetUp>>;
export type SiteChoice = Awaited<ReturnType<typeof loadSites>>[number];

const base = '/services/scheduling/api/v1';

export const setUpQuery = {
  queryKey: ['set-up'],
  queryFn: loadSetUp,
  meta: { tables: ['accounts', 'subscriptions', 'technicians', 'customers', 'jobs'] },
};

/** The places that a first job may be at. */
export const sitesQuery = {
  queryKey: ['sites', 'choices'],
  queryFn: loadSites,
  meta: { tables: ['customers', 'sites'] },
};

async function loadSetUp() {
  return (await answer(api.GET(`${base}/set-up`))).row;
}

async function loadSites() {
  return (await answer(api.GET(`${base}/sites`, { params: { query: { limit: 100 } } }))).rows;
}

const keyed = (key: string) => ({ header: { 'idempotency-key': key } });

export function tellOfBusiness(body: BusinessEdit, key: string) {
  return answer(api.PATCH(`${base}/settings`, { params: keyed(key), body }));
}

export function addTechnician(body: NewTechnician, key: string) {
  return answer(api.POST(`${base}/technicians`, { params: keyed(key), body }));
}

export function addCustomer(body: NewCustomer, key: string) {
  return answer(api.POST(`${base}/customers`, { params: keyed(key), body }));
}

export function addJob(body: NewJob, key: string) {
  return answer(api.POST(`${base}/jobs`, { params: keyed(key), body }));
}

export function addSamples(key: string) {
  return answer(api.POST(`${base}/samples`, { params: keyed(key) }));
}

export function removeSamples(key: string) {
  return answer(api.POST(`${base}/samples/remove`, { params: keyed(key) }));
}
