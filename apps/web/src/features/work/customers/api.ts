import type { ContactEdit, NewContact } from '@muster/domain/work/contacts/schema';
import type { CustomerEdit, Merge, NewCustomer } from '@muster/domain/work/customers/schema';
import type { NewSite, SiteEdit } from '@muster/domain/work/sites/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at, keyed } from '../../../lib/api/command.ts';
import type { RecordsQuery } from '../../../lib/kit/list/use-records.ts';
import { newer } from '../../../lib/api/queries.ts';
import type { CustomerSearch } from './model/customer-search.ts';

export type CustomerRow = Awaited<ReturnType<typeof loadPage>>['rows'][number];
export type CustomerRecord = Awaited<ReturnType<typeof loadOne>>;
export type Site = CustomerRecord['sites'][number];

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

function loadPage(search: CustomerSearch, cursor: string | undefined) {
  const query = { ...search, limit: pageRows, ...(cursor === undefined ? {} : { cursor }) };
  return answer(api.GET(`${base}/customers`, { params: { query } }));
}

async function loadOne(id: string) {
  return (await answer(api.GET(`${base}/customers/{id}`, { params: { path: { id } } }))).row;
}

export function addCustomer(body: NewCustomer, key: string) {
  return answer(api.POST(`${base}/customers`, { params: keyed(key), body }));
}

export function editCustomer(id: string, body: CustomerEdit, key: string) {
  return answer(api.PATCH(`${base}/customers/{id}`, { params: at(id, key), body }));
}

export function archiveCustomer(id: string, key: string) {
  return answer(api.POST(`${base}/customers/{id}/archive`, { params: at(id, key) }));
}

export function restoreCustomer(id: string, key: string) {
  return answer(api.POST(`${base}/customers/{id}/restore`, { params: at(id, key) }));
}

/** Who may be the same customer, by what somebody types. */
export function othersQuery(search: string) {
  return {
    queryKey: ['customers', 'others', search],
    queryFn: () => loadOthers(search),
    meta: { tables: ['customers'] },
  };
}

const choices = 20;

async function loadOthers(search: string) {
  const query = { limit: choices, ...(search !== '' && { search }) };
  return (await answer(api.GET(`${base}/customers`, { params: { query } }))).rows;
}

export type MergePreview = Awaited<ReturnType<typeof loadPreview>>;

/** What comes together if another customer is merged into this one. */
export function mergeQuery(id: string, other: string | undefined) {
  return {
    queryKey: ['customers', 'merge', id, other],
    queryFn: () => loadPreview(id, other!),
    enabled: other !== undefined,
    meta: { tables: ['customers', 'sites', 'contacts', 'jobs', 'files'] },
  };
}

async function loadPreview(id: string, other_id: string) {
  const params = { path: { id }, query: { other_id } };
  return (await answer(api.GET(`${base}/customers/{id}/merge`, { params }))).row;
}

export function mergeCustomers(id: string, body: Merge, key: string) {
  return answer(api.POST(`${base}/customers/{id}/merge`, { params: at(id, key), body }));
}

export function addContact(customer: string, body: NewContact, key: string) {
  return answer(api.POST(`${base}/customers/{id}/contacts`, { params: at(customer, key), body }));
}

export function editContact(id: string, body: ContactEdit, key: string) {
  return answer(api.PATCH(`${base}/contacts/{id}`, { params: at(id, key), body }));
}

export function removeContact(id: string, key: string) {
  return answer(api.DELETE(`${base}/contacts/{id}`, { params: at(id, key) }));
}

export function addSite(customer: string, body: NewSite, key: string) {
  return answer(api.POST(`${base}/customers/{id}/sites`, { params: at(customer, key), body }));
}

export function editSite(id: string, body: SiteEdit, key: string) {
  return answer(api.PATCH(`${base}/sites/{id}`, { params: at(id, key), body }));
}

export function setSiteArchived({ id }: Pick<Site, 'id'>, isArchived: boolean, key: string) {
  const params = at(id, key);
  return isArchived
    ? answer(api.POST(`${base}/sites/{id}/archive`, { params }))
    : answer(api.POST(`${base}/sites/{id}/restore`, { params }));
}
