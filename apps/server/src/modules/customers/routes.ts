import { Id, Page, Saved, Shown } from '@muster/domain/changes/schema';
import {
  Customer,
  CustomerEdit,
  CustomerQuery,
  CustomerRecord,
  CustomerSummary,
  NewCustomer,
} from '@muster/domain/customers/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, reading, saving } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { addCustomer, customers, describeCustomer, editCustomer, setCustomerArchived } from './service.ts';
import { listCustomers } from './store.ts';

const base = '/services/scheduling/api/v1/customers';
const tags = ['Customers'];
const params = Type.Object({ id: Id });
const config = { access: dispatchers };
const answer = Saved(Customer);

export const customerRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    base,
    {
      config,
      schema: {
        tags,
        summary: 'Customers, a page at a time',
        querystring: CustomerQuery,
        response: { 200: envelope(Page(CustomerSummary)) },
      },
    },
    (request) => read(request, (db) => listCustomers(db, customers, request.query)),
  );

  app.get(
    `${base}/:id`,
    {
      config,
      schema: {
        tags,
        summary: 'One customer, with contacts, sites and the latest jobs',
        params,
        response: { 200: envelope(Shown(CustomerRecord)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await describeCustomer(db, request.params.id) })),
  );

  app.post(
    base,
    commandRoute(dispatchers, {
      tags,
      summary: 'Add a customer, with contacts and sites if you like',
      body: NewCustomer,
      answer,
    }),
    (request) => save(request, 'customer added', (write) => addCustomer(write, request.body)),
  );

  app.patch(
    `${base}/:id`,
    commandRoute(dispatchers, { tags, summary: 'Edit a customer', params, body: CustomerEdit, answer }),
    (request) =>
      save(request, 'customer edited', (write) => editCustomer(write, request.params.id, request.body)),
  );

  app.post(
    `${base}/:id/archive`,
    commandRoute(dispatchers, { tags, summary: 'Put a customer aside', params, answer }),
    (request) =>
      save(request, 'customer archived', (write) => setCustomerArchived(write, request.params.id, true)),
  );

  app.post(
    `${base}/:id/restore`,
    commandRoute(dispatchers, { tags, summary: 'Bring a customer back', params, answer }),
    (request) =>
      save(request, 'customer restored', (write) => setCustomerArchived(write, request.params.id, false)),
  );
};
