import { randomUUIDv7 } from 'node:crypto';
import { erasedOf, searchTextsOf } from '@muster/domain/values/fields';
import { customerFields } from '@muster/domain/work/customers/fields';
import { Customer, type CustomerQuery, type NewCustomer } from '@muster/domain/work/customers/schema';
import { dispatchers, readersOfWork } from '../../../platform/changes/from-request.ts';
import { columnsIn, filled, tidy } from '../../../platform/changes/record.ts';
import { holdRows } from '../../../platform/changes/rows.ts';
import type { NewRow, TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { refuseBeyondQuota } from '../../identity/licences/service.ts';
import { addContacts, contacts } from '../contacts/service.ts';
import { addSites, sites } from '../sites/service.ts';
import { tellCrews } from '../crews/service.ts';
import { listCustomers, readCustomer } from './store.ts';

export const customers: TrackedTable<Customer> = {
  name: 'customers',
  columns: columnsIn('customers', Customer),
  readers: readersOfWork,
  writers: dispatchers,
  label: ({ name }) => name,
  search: searchTextsOf(customerFields),
  erased: () => erasedOf(customerFields),
  async settle(write, touched) {
    await refuseBeyondQuota(write, 'customers', touched);
    await tellCrews(write, {
      customers: touched.flatMap(({ before, after }) => (before && after ? after.id : [])),
    });
  },
};

/** A page of the list, for whoever wants all of it. */
export async function pageCustomers(db: Tx, query: CustomerQuery) {
  return listCustomers(db, customers, query);
}

/** A customer with everything that belongs to them. */
export async function describeCustomer(db: Tx, id: string) {
  const found = await readCustomer(db, { customers, contacts, sites }, id);
  if (!found) throw new Failure('notFound');
  return found;
}

/** Any number of them, with contacts and sites, by a few statements: an import is one command. */
export async function addCustomers(
  write: Writer,
  list: readonly (NewCustomer & { is_sample?: boolean })[],
): Promise<Customer[]> {
  const created_at = write.at.toISOString();
  const withIds = list.map((customer) => ({ ...customer, id: randomUUIDv7() }));
  const added = await write.insert(
    customers,
    withIds.map((customer) => {
      const { contacts: _, sites: __, ...said } = customer;
      return { is_sample: false, ...filled(customerFields, said), created_at };
    }),
  );
  await addContacts(
    write,
    withIds.flatMap(({ id, contacts = [] }) => contacts.map((it) => ({ ...it, customer_id: id }))),
  );
  await addSites(
    write,
    withIds.flatMap(({ id, sites = [] }) => sites.map((it) => ({ ...it, customer_id: id }))),
  );
  return added;
}

export async function addCustomer(write: Writer, customer: NewCustomer): Promise<Customer> {
  const [added] = await addCustomers(write, [customer]);
  return added!;
}

/** Writes what is said of customers who are there; what is not said stays, and lists such as tags are added to. */
export async function completeCustomers(
  write: Writer,
  list: readonly { readonly id: string; readonly said: NewCustomer }[],
): Promise<void> {
  if (list.length === 0) return;
  const held = await holdRows(
    write.db,
    customers,
    list.map(({ id }) => id),
  );
  const byId = new Map(list.map(({ id, said }) => [id, said]));
  await write.updateAll(
    customers,
    held.map((before) => {
      const { contacts: _, sites: __, ...said } = byId.get(before.id)!;
      const told = Object.entries(said).filter(([, value]) => value !== '' && value !== null);
      const now = told.map(([name, value]) => {
        const known: unknown = before[name as keyof Customer];
        return [name, Array.isArray(known) ? [...new Set([...known, ...(value as string[])])] : value];
      });
      const { id, version } = before;
      return Object.assign(tidy(customerFields, Object.fromEntries(now)), { id, version });
    }),
  );
}

export async function editCustomer(
  write: Writer,
  id: string,
  { version, ...fields }: NewRow<Customer> & { version: number },
): Promise<Customer> {
  return write.update(customers, id, tidy(customerFields, fields), version);
}

/** They are offered again, whoever they were merged into. */
export async function restoreCustomer(write: Writer, id: string): Promise<Customer> {
  return write.update(customers, id, { archived_at: null, merged_into: null });
}

/** Both, held: nobody gives one of them a site or a job until the end. */
export async function holdCustomers({ db }: Writer, ids: readonly string[]): Promise<Customer[]> {
  const found = await holdRows(db, customers, ids);
  if (found.length < ids.length) throw new Failure('notFound');
  return found;
}

/** One of them is what both were; the other is put aside, and points to them. */
export async function joinCustomers(
  write: Writer,
  { id, ...said }: Partial<Customer> & { id: string },
  other: { id: string; version: number; archived_at: string | null },
): Promise<Customer> {
  await write.update(
    customers,
    other.id,
    { archived_at: other.archived_at ?? write.at.toISOString(), merged_into: id },
    other.version,
  );
  return write.update(customers, id, tidy(customerFields, said), said.version);
}
