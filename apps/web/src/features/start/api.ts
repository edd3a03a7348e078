import type { Business } from '@muster/domain/settings/schema';
import { answer, api } from '../../lib/api.ts';

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

type Told = Partial<Pick<Business, 'name' | 'industry_id' | 'region' | 'abn'>>;

export function tellOfBusiness(body: Told & { version: number; is_set_up: true }, key: string) {
  return answer(api.PATCH(`${base}/settings`, { params: keyed(key), body }));
}

export function addTechnician(
  body: { name: string; phone: string; base_suburb_id: number | null; is_active: boolean },
  key: string,
) {
  return answer(api.POST(`${base}/technicians`, { params: keyed(key), body }));
}

export function addCustomer(
  body: { name: string; phone: string; sites: { address: string; suburb_id: number | null }[] },
  key: string,
) {
  return answer(api.POST(`${base}/customers`, { params: keyed(key), body }));
}

export function addJob(
  body: { customer_id: string; site_id: string; description: string; visits: { duration: number }[] },
  key: string,
) {
  return answer(api.POST(`${base}/jobs`, { params: keyed(key), body }));
}

export function addSamples(key: string) {
  return answer(api.POST(`${base}/samples`, { params: keyed(key) }));
}

export function removeSamples(key: string) {
  return answer(api.POST(`${base}/samples/remove`, { params: keyed(key) }));
}
