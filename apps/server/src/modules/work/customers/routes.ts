import { Page, Shown } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import {
  Customer,
  CustomerEdit,
  CustomerQuery,
  CustomerRecord,
  CustomerSummary,
  NewCustomer,
} from '@muster/domain/work/customers/schema';
import { Type } from 'typebox';
import { dispatchers, readersOfWork, reading } from '../../../platform/changes/from-request.ts';
import { recordRoutes, setArchived } from '../../../platform/changes/record.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { addCustomer, customers, describeCustomer, editCustomer, restoreCustomer } from './service.ts';
import { listCustomers } from './store.ts';

const base = '/services/scheduling/api/v1/customers';
const tags = ['Customers'];
const params = Type.Object({ id: Id });
const config = { access: readersOfWork };

export const customerRoutes: Module = (app, platform) => {
  const read = reading(platform.database.db);

  app.get(
    base,
    {
      config,
      schema: {
        tags,
        summary: 'List customers, page by page',
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
        summary: 'Get a customer with contacts, sites and latest jobs',
        params,
        response: { 200: envelope(Shown(CustomerRecord)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await describeCustomer(db, request.params.id) })),
  );

  recordRoutes(app, platform, {
    base,
    tags,
    access: dispatchers,
    thing: 'customer',
    row: Customer,
    add: {
      summary: 'Add a customer, optionally with contacts and sites',
      body: NewCustomer,
      run: addCustomer,
    },
    edit: { summary: 'Edit a customer', body: CustomerEdit, run: editCustomer },
    archive: { summary: 'Archive a customer', run: (write, id) => setArchived(write, customers, id, true) },
    restore: {
      summary: 'Restore a customer',
      run: restoreCustomer,
    },
  });
};
