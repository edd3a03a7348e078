import { randomUUIDv7 } from 'node:crypto';
import type { Customer, CustomerQuery, NewCustomer } from '@muster/domain/customers/schema';
import { isAbn, NO_ABN, storedAbn } from '@muster/domain/values/abn';
import { storedEmail } from '@muster/domain/values/email';
import { dispatchers } from '../../platform/changes/from-request.ts';
import type { NewRow, TrackedTable, Writer } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';
import { Failure } from '../../platform/http/errors.ts';
import { addContacts, contacts } from '../contacts/service.ts';
import { addSites, sites } from '../sites/service.ts';
import { tellOwners } from '../my-visits/service.ts';
import { listCustomers, readCustomer } from './store.ts';

export const customers: TrackedTable<Customer> = {
  name: 'customers',
  columns: ['name', 'abn', 'phone', 'email', 'note', 'tags', 'is_sample', 'created_at', 'archived_at'],
  readers: dispatchers,
  writers: dispatchers,
  label: ({ name }) => name,
  search: ({ name, phone, email, abn, tags }) => [
    name,
    phone,
    phone.replaceAll(/\D/g, ''),
    email,
    abn ?? '',
    ...tags,
  ],
  erased: () => ({ name: 'Erased', abn: null, phone: '', email: '', note: '', tags: [] }),
  settle: (write, touched) =>
    tellOwners(write, {
      customers: touched.flatMap(({ before, after }) => (before && after ? after.id : [])),
    }),
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
    withIds.map(
      ({ id, name, abn = null, phone = '', email = '', note = '', tags = [], is_sample = false }) => ({
        id,
        ...tidy({ name, abn, phone, email, note, tags }),
        is_sample,
        created_at,
      }),
    ),
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

export async function editCustomer(
  write: Writer,
  id: string,
  { version, ...fields }: NewRow<Customer> & { version: number },
): Promise<Customer> {
  return write.update(customers, id, tidy(fields), version);
}

/** They are offered for new jobs no more; what was done for them stays. */
export async function setCustomerArchived(write: Writer, id: string, isArchived: boolean): Promise<Customer> {
  return write.update(customers, id, { archived_at: isArchived ? write.at.toISOString() : null });
}

/** A number is kept as it was typed, because people read it to each other so. */
function tidy<T extends NewRow<Customer>>(fields: T): T {
  const { name, abn, phone, email, tags } = fields;
  return {
    ...fields,
    ...(name !== undefined && { name: name.trim() }),
    ...(abn !== undefined && { abn: checkedAbn(abn) }),
    ...(phone !== undefined && { phone: phone.trim() }),
    ...(email !== undefined && { email: storedEmail(email) }),
    ...(tags !== undefined && { tags: [...new Set(tags.map((tag) => tag.trim()))] }),
  };
}

function checkedAbn(typed: string | null): string | null {
  const abn = storedAbn(typed);
  if (abn !== null && !isAbn(abn)) throw new Failure('unprocessable', NO_ABN);
  return abn;
}
