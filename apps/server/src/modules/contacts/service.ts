import type { Contact, NewContact } from '@muster/domain/contacts/schema';
import { storedEmail } from '@muster/domain/values/email';
import { dispatchers } from '../../platform/changes/from-request.ts';
import type { NewRow, TrackedTable, Writer } from '../../platform/changes/tracked.ts';
import { Failure } from '../../platform/http/errors.ts';
import { tellOwners } from '../my-visits/service.ts';
import { hasCustomer } from './store.ts';

export const contacts: TrackedTable<Contact> = {
  name: 'contacts',
  columns: ['customer_id', 'name', 'role', 'phone', 'email'],
  readers: dispatchers,
  writers: dispatchers,
  label: ({ name }) => name,
  subjects: ({ customer_id }) => [customer_id],
  search: ({ name, phone, email }) => [name, phone, phone.replaceAll(/\D/g, ''), email],
  erased: () => ({ name: 'Erased', role: '', phone: '', email: '' }),
  refusals: { contacts_account_id_customer_id_fkey: 'There is no such customer.' },
  settle: (write, touched) =>
    tellOwners(write, { customers: touched.map(({ before, after }) => (after ?? before)!.customer_id) }),
};

export type ContactOf = NewContact & { readonly customer_id: string };

/** Any number of them with one statement; the customers are there. */
export async function addContacts(write: Writer, list: readonly ContactOf[]): Promise<Contact[]> {
  return write.insert(
    contacts,
    list.map(({ customer_id, name, role = '', phone = '', email = '' }) =>
      tidy({ customer_id, name, role, phone, email }),
    ),
  );
}

export async function addContact(write: Writer, customer_id: string, contact: NewContact): Promise<Contact> {
  if (!(await hasCustomer(write.db, customer_id))) throw new Failure('notFound');
  const [added] = await addContacts(write, [{ ...contact, customer_id }]);
  return added!;
}

export async function editContact(
  write: Writer,
  id: string,
  { version, ...fields }: NewRow<Contact> & { version: number },
): Promise<Contact> {
  return write.update(contacts, id, tidy(fields), version);
}

export async function removeContact(write: Writer, id: string): Promise<null> {
  await write.remove(contacts, id);
  return null;
}

function tidy<T extends NewRow<Contact>>(fields: T): T {
  const { name, phone, email } = fields;
  return {
    ...fields,
    ...(name !== undefined && { name: name.trim() }),
    ...(phone !== undefined && { phone: phone.trim() }),
    ...(email !== undefined && { email: storedEmail(email) }),
  };
}
