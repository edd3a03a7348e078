import { Id, Saved } from '@muster/domain/changes/schema';
import { Contact, ContactEdit, NewContact } from '@muster/domain/contacts/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, saving } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { addContact, editContact, removeContact } from './service.ts';

const api = '/services/scheduling/api/v1';
const tags = ['Customers'];
const params = Type.Object({ id: Id });
const answer = Saved(Contact);

export const contactRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);

  app.post(
    `${api}/customers/:id/contacts`,
    commandRoute(dispatchers, { tags, summary: 'Add a contact', params, body: NewContact, answer }),
    (request) =>
      save(request, 'contact added', (write) => addContact(write, request.params.id, request.body)),
  );

  app.patch(
    `${api}/contacts/:id`,
    commandRoute(dispatchers, { tags, summary: 'Edit a contact', params, body: ContactEdit, answer }),
    (request) =>
      save(request, 'contact edited', (write) => editContact(write, request.params.id, request.body)),
  );

  app.delete(
    `${api}/contacts/:id`,
    commandRoute(dispatchers, { tags, summary: 'Remove a contact', params, answer: Saved(Type.Null()) }),
    (request) => save(request, 'contact removed', (write) => removeContact(write, request.params.id)),
  );
};
