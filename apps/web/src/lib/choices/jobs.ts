import type { Intake } from '@muster/domain/dispatch/intake/schema';
import { answer, api } from '../api/api.ts';
import { keyed } from '../api/command.ts';

export type JobType = Awaited<ReturnType<typeof loadTypes>>[number];
/** Where a customer has work done. */
export type CustomerSite = Awaited<ReturnType<typeof loadSites>>[number];

const base = '/services/scheduling/api/v1';
const mostSites = 200;

/** Work that a business takes on, archived types with it: the cache has them once. */
export const jobTypesQuery = {
  queryKey: ['job-types'],
  queryFn: loadTypes,
  meta: { tables: ['job_types'] },
};

async function loadTypes() {
  return (await answer(api.GET(`${base}/job-types`))).rows;
}

export function sitesQuery(customer: string | undefined) {
  return {
    queryKey: ['sites', 'of', customer],
    queryFn: () => loadSites(customer!),
    enabled: customer !== undefined,
    meta: { tables: ['sites'] },
  };
}

async function loadSites(customer: string) {
  const query = { customer, limit: mostSites };
  return (await answer(api.GET(`${base}/sites`, { params: { query } }))).rows;
}

/** A job, with whom it is for and where it goes: all of it or nothing. */
export function addIntake(body: Intake, key: string) {
  return answer(api.POST(`${base}/intake`, { params: keyed(key), body }));
}
