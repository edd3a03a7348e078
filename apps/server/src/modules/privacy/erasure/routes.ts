import { Saved } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { commandRoute, owners, saving } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { eraseContact, eraseCustomer, eraseTechnician } from './service.ts';

const api = '/services/scheduling/api/v1';
const tags = ['Privacy'];
const params = Type.Object({ id: Id });
const description =
  'Removes names, contacts, notes and files, including from the history. Dates and counts stay. This can’t be undone. Answers kept for repeated requests follow in the background.';
const ofCustomer = `${description} Drafts of invoices are removed, and finished work is left out of what is ready to invoice. Invoices that were issued, and payments, are kept with the names that are on them, as tax law requires, until nothing has been owed for five years: erase the customer again after that. Lists of who owes what no longer name them, so collect what is owed first.`;
const answer = Saved(Type.Null());

export const erasureRoutes: Module = (app, { database: { db }, now, tables }) => {
  const save = saving(db, now);

  app.post(
    `${api}/customers/:id/erase`,
    commandRoute(
      owners,
      {
        tags,
        summary: 'Erase a customer’s data',
        description: ofCustomer,
        params,
        answer,
      },
      'a person may ask for it at any time',
    ),
    (request) =>
      save(request, 'erasure of a customer', (write) =>
        eraseCustomer(write, tables, accountOf(request), request.params.id),
      ),
  );

  app.post(
    `${api}/contacts/:id/erase`,
    commandRoute(
      owners,
      { tags, summary: 'Erase a contact’s data', description, params, answer },
      'a person may ask for it at any time',
    ),
    (request) =>
      save(request, 'erasure of a contact', (write) =>
        eraseContact(write, tables, accountOf(request), request.params.id),
      ),
  );

  app.post(
    `${api}/technicians/:id/erase`,
    commandRoute(
      owners,
      {
        tags,
        summary: 'Erase a technician’s data and that of their user',
        description,
        params,
        answer,
      },
      'a person may ask for it at any time',
    ),
    (request) =>
      save(request, 'erasure of a technician', (write) =>
        eraseTechnician(write, tables, accountOf(request), request.params.id),
      ),
  );
};
