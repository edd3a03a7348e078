import { Id, Saved } from '@muster/domain/changes/schema';
import { Type } from 'typebox';
import { commandRoute, owners, saving } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { accountOf } from '../../platform/sign-in/access.ts';
import { eraseContact, eraseCustomer, eraseTechnician } from './service.ts';

const api = '/services/scheduling/api/v1';
const tags = ['Privacy'];
const params = Type.Object({ id: Id });
const description =
  'Names, contacts, notes and files go, from the history too; dates and counts stay. This cannot be undone.';
const answer = Saved(Type.Null());

export const erasureRoutes: Module = (app, { database: { db }, now, tables }) => {
  const save = saving(db, now);

  app.post(
    `${api}/customers/:id/erase`,
    commandRoute(owners, { tags, summary: 'Erase the data of a customer', description, params, answer }),
    (request) =>
      save(request, 'erasure of a customer', (write) =>
        eraseCustomer(write, tables, accountOf(request), request.params.id),
      ),
  );

  app.post(
    `${api}/contacts/:id/erase`,
    commandRoute(owners, { tags, summary: 'Erase the data of a contact', description, params, answer }),
    (request) =>
      save(request, 'erasure of a contact', (write) => eraseContact(write, tables, request.params.id)),
  );

  app.post(
    `${api}/technicians/:id/erase`,
    commandRoute(owners, {
      tags,
      summary: 'Erase the data of a technician, and of who signs in as them',
      description,
      params,
      answer,
    }),
    (request) =>
      save(request, 'erasure of a technician', (write) => eraseTechnician(write, tables, request.params.id)),
  );
};
