import { erasedOf, searchTextsOf } from '@muster/domain/values/fields';
import { contactFields } from '@muster/domain/work/contacts/fields';
import { Contact, type NewContact } from '@muster/domain/work/contacts/schema';
import { dispatchers, readersOfWork } from '../../../platform/changes/from-request.ts';
import { columnsIn, filled, tidy } from '../../../platform/changes/record.ts';
import type { NewRow, TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { refuseBeyondQuota } from '../../identity/licences/service.ts';
import { checkCustomer, refuseMergedAway } from '../belongings/service.ts';
import { tellCrews } from '../crews/service.ts';
import { listElsewhere } from './store.ts';

export const contacts: TrackedTable<Contact> = {
  name: 'contacts',
  columns: columnsIn('contacts', Contact),
  readers: readersOfWork,
  writers: dispatchers,
  label: ({ name }) => name,
  subjects: ({ customer_id }) => [customer_id],
  search: searchTextsOf(contactFields),
  erased: () => erasedOf(contactFields),
  refusals: {
    contacts_account_id_customer_id_fkey: 'This customer no longer exists.',
    contacts_account_id_site_id_fkey: 'This site no longer exists.',
  },
  async settle(write, touched) {
    await refuseBeyondQuota(write, 'contacts', touched);
    await refuseMergedAway(write, touched);
    const placed = touched.flatMap(({ after }) => (after && after.site_id !== null ? [after.id] : []));
    if (placed.length > 0 && (await listElsewhere(write.db, placed)).length > 0)
      throw new Failure('unprocessable', 'Choose one of the customer’s own sites.');
    await tellCrews(write, { customers: touched.map(({ before, after }) => (after ?? before)!.customer_id) });
  },
};

export type ContactOf = NewContact & { readonly customer_id: string };

/** Any number of them with one statement; the customers are there. */
export async function addContacts(write: Writer, list: readonly ContactOf[]): Promise<Contact[]> {
  return write.insert(
    contacts,
    list.map((contact) => filled(contactFields, contact)),
  );
}

export async function addContact(write: Writer, customer_id: string, contact: NewContact): Promise<Contact> {
  await checkCustomer(write, customer_id);
  const [added] = await addContacts(write, [{ ...contact, customer_id }]);
  return added!;
}

export async function editContact(
  write: Writer,
  id: string,
  { version, ...fields }: NewRow<Contact> & { version: number },
): Promise<Contact> {
  return write.update(contacts, id, tidy(contactFields, fields), version);
}

/** What becomes of contacts when their customers turn out to be one. */
export async function mergeContacts(
  write: Writer,
  rows: readonly (Partial<Contact> & { id: string })[],
): Promise<void> {
  await write.updateAll(contacts, rows);
}

export async function removeContact(write: Writer, id: string): Promise<null> {
  await write.remove(contacts, id);
  return null;
}
