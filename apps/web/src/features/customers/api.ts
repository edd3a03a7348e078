import type { Contact, NewContact } from '@muster/domain/contacts/schema';
import type { Customer, DuplicateQuery, NewCustomer as Body } from '@muster/domain/customers/schema';
import type { NewSite as SiteBody } from '@muster/domain/sites/schema';
import { answer, api } from '../../lib/api.ts';
import { at, keyed } from '../../lib/keyed.ts';
import type { RecordsQuery } from '../../lib/kit/list/use-records.ts';
import { newer } from '../../lib/newer.ts';
import type { Zone } from '../../lib/suburbs.ts';
import type { CustomerSearch } from './model/customer-search.ts';

export type CustomerRow = Awaited<ReturnType<typeof loadPage>>['rows'][number];
export type CustomerRecord = Awaited<ReturnType<typeof loadOne>>;
export type Site = CustomerRecord['sites'][number];
export type NewSite = Omit<SiteBody, 'zone'> & { zone?: Zone };
export type NewCustomer = Omit<Body, 'sites'> & { sites?: NewSite[] };
export type Duplicate = Awaited<ReturnType<typeof loadDuplicates>>[number];

const base = '/services/scheduling/api/v1';
const pageRows = 100;

export function customersQuery(search: CustomerSearch): RecordsQuery<CustomerRow> {
  return {
    queryKey: ['customers', 'list', search],
    load: (cursor) => loadPage(search, cursor),
    tables: ['customers', 'sites', 'contacts'],
  };
}

export function customerQuery(id: string) {
  return {
    queryKey: ['customers', 'one', id],
    queryFn: () => loadOne(id),
    meta: { tables: ['customers', 'sites', 'contacts', 'jobs', 'visits'] },
    structuralSharing: (known: unknown, read: unknown) =>
      newer(known as CustomerRecord | undefined, read as CustomerRecord),
  };
}

/** Who may be the customer that somebody is typing. */
export function duplicatesQuery(typed: DuplicateQuery) {
  return {
    queryKey: ['customers', 'duplicates', typed],
    queryFn: () => loadDuplicates(typed),
    enabled: Boolean(typed.phone || typed.email || (typed.name && typed.suburb_id !== undefined)),
    meta: { tables: ['customers'] },
  };
}

function loadPage(search: CustomerSearch, cursor: string | undefined) {
  const query = { ...search, limit: pageRows, ...(cursor === undefined ? {} : { cursor }) };
  return answer(api.GET(`${base}/customers`, { params: { query } }));
}

async function loadOne(id: string) {
  return (await answer(api.GET(`${base}/customers/{id}`, { params: { path: { id } } }))).row;
}

async function loadDuplicates(query: DuplicateQuery) {
  return (await answer(api.GET(`${base}/customers/duplicates`, { params: { query } }))).rows;
}

type Fields<T> = Partial<Omit<T, 'id' | 'version'>>;
type CustomerFields = Fields<Omit<Customer, 'is_sample' | 'created_at' | 'archived_at'>>;

export function addCustomer(body: NewCustomer, key: string) {
  return answer(api.POST(`${base}/customers`, { params: keyed(key), body }));
}

export function editCustomer(id: string, body: CustomerFields & { version: number }, key: string) {
  return answer(api.PATCH(`${base}/customers/{id}`, { params: at(id, key), body }));
}

export function archiveCustomer(id: string, key: string) {
  return answer(api.POST(`${base}/customers/{id}/archive`, { params: at(id, key) }));
}

export function restoreCustomer(id: string, key: string) {
  return answer(api.POST(`${base}/customers/{id}/restore`, { params: at(id, key) }));
}

export function addContact(customer: string, body: NewContact, key: string) {
  return answer(api.POST(`${base}/customers/{id}/contacts`, { params: at(customer, key), body }));
}

export function editContact(
  id: string,
  body: Fields<Omit<Contact, 'customer_id'>> & { version: number },
  key: string,
) {
  return answer(api.PATCH(`${base}/contacts/{id}`, { params: at(id, key), body }));
}

export function removeContact(id: string, key: string) {
  return answer(api.DELETE(`${base}/contacts/{id}`, { params: at(id, key) }));
}

export function addSite(customer: string, body: NewSite, key: string) {
  return answer(api.POST(`${base}/customers/{id}/sites`, { params: at(customer, key), body }));
}

export function editSite(id: string, body: NewSite & { version: number }, key: string) {
  return answer(api.PATCH(`${base}/sites/{id}`, { params: at(id, key), body }));
}

export function setSiteArchived({ id }: Pick<Site, 'id'>, isArchived: boolean, key: string) {
  const params = at(id, key);
  return isArchived
    ? answer(api.POST(`${base}/sites/{id}/archive`, { params }))
    : answer(api.POST(`${base}/sites/{id}/restore`, { params }));
}
