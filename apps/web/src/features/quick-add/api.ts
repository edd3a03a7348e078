import type { Booking } from '@muster/domain/assignments/schema';
import type { NewJob } from '@muster/domain/jobs/schema';
import { answer, api } from '../../lib/api.ts';
import { at, keyed } from '../../lib/keyed.ts';
import { beginsNameOf, type Found, runsOf } from './model/who.ts';

export type Site = Awaited<ReturnType<typeof loadSites>>[number];
export type JobType = Awaited<ReturnType<typeof loadTypes>>[number];

const base = '/services/scheduling/api/v1';
const choices = 8;
const mostSites = 200;

export const typesQuery = {
  queryKey: ['job-types'],
  queryFn: loadTypes,
  meta: { tables: ['job_types'] },
};

/** Whom the words that are left over may mean. */
export function whoQuery(words: readonly string[]) {
  return {
    queryKey: ['customers', 'quick add', words],
    queryFn: () => findWho(words),
    enabled: words.length > 0,
    meta: { tables: ['customers', 'sites'] },
  };
}

export function sitesQuery(customer: string | undefined) {
  return {
    queryKey: ['sites', 'of', customer],
    queryFn: () => loadSites(customer!),
    enabled: customer !== undefined,
    meta: { tables: ['sites'] },
  };
}

async function loadTypes() {
  return (await answer(api.GET(`${base}/job-types`))).rows;
}

/** All of the words first; where nobody has them all, fewer of them, which have to be of the name then. */
async function findWho(words: readonly string[]): Promise<Found> {
  for (const run of runsOf(words)) {
    const query = { limit: choices, search: run.join(' ') };
    const { rows } = await answer(api.GET(`${base}/customers`, { params: { query } }));
    const meant = run.length === words.length ? rows : rows.filter(({ name }) => beginsNameOf(run, name));
    if (meant.length > 0) return { words: run, customers: meant };
  }
  return { words: [], customers: [] };
}

export async function loadSites(customer: string) {
  const query = { customer, limit: mostSites };
  return (await answer(api.GET(`${base}/sites`, { params: { query } }))).rows;
}

export function addCustomer(body: { name: string; sites: { suburb_id: number }[] }, key: string) {
  return answer(api.POST(`${base}/customers`, { params: keyed(key), body }));
}

export function addSite(customer: string, body: { suburb_id: number }, key: string) {
  return answer(api.POST(`${base}/customers/{id}/sites`, { params: at(customer, key), body }));
}

export function addJob(body: NewJob, key: string) {
  return answer(api.POST(`${base}/jobs`, { params: keyed(key), body }));
}

export function scheduleVisit(id: string, body: Booking, key: string) {
  return answer(api.POST(`${base}/visits/{id}/schedule`, { params: at(id, key), body }));
}
