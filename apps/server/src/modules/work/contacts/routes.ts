import { Contact, ContactEdit, NewContact } from '@muster/domain/work/contacts/schema';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import { recordRoutes } from '../../../platform/changes/record.ts';
import type { Module } from '../../../platform/deps.ts';
import { addContact, editContact, removeContact } from './service.ts';

const api = '/services/scheduling/api/v1';

export const contactRoutes: Module = (app, platform) =>
  recordRoutes(app, platform, {
    base: `${api}/contacts`,
    addedAt: `${api}/customers/:id/contacts`,
    tags: ['Customers'],
    access: dispatchers,
    thing: 'contact',
    row: Contact,
    add: {
      summary: 'Add a contact',
      body: NewContact,
      run: (write, contact, customer) => addContact(write, customer, contact),
    },
    edit: { summary: 'Edit a contact', body: ContactEdit, run: editContact },
    remove: { summary: 'Remove a contact', run: removeContact },
  });
