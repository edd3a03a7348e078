import type { DuplicateQuery } from '@muster/domain/work/customers/schema';
import { answer, api } from '../api/api.ts';

export type Duplicate = Awaited<ReturnType<typeof findDuplicates>>[number];

const base = '/services/scheduling/api/v1/customers';
const choices = 20;

/** Customers whom something new may be for, by name, telephone, contact or suburb. */
export function customerChoicesQuery(search: string) {
  return {
    queryKey: ['customers', 'choices', search],
    queryFn: () => find(search),
    meta: { tables: ['customers', 'contacts', 'sites'] },
  };
}

async function find(search: string) {
  const query = { limit: choices, ...(search && { search }) };
  return (await answer(api.GET(base, { params: { query } }))).rows;
}

/** Customers who may be the one that is being typed. */
export function duplicatesQuery(typed: DuplicateQuery) {
  return {
    queryKey: ['customers', 'duplicates', typed],
    queryFn: () => findDuplicates(typed),
    enabled: Boolean(typed.phone || typed.email || (typed.name && typed.suburb_id !== undefined)),
    meta: { tables: ['customers'] },
  };
}

async function findDuplicates(query: DuplicateQuery) {
  return (await answer(api.GET(`${base}/duplicates`, { params: { query } }))).rows;
}

/** What a customer who may be meant has in common with what was typed. */
export function reasonsOf({ reasons, contact, suburb, archived_at }: Duplicate): string {
  const same = new Intl.ListFormat('en-AU', { type: 'conjunction' }).format(reasons);
  return [
    suburb,
    `same ${same}${contact === null ? '' : ` (contact ${contact})`}`,
    archived_at === null ? '' : 'archived',
  ]
    .filter(Boolean)
    .join(' · ');
}
