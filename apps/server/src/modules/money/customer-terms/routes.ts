import { Page, Saved, Shown } from '@muster/domain/basics/changes/schema';
import {
  CustomerPrice,
  CustomerPriceEdit,
  CustomerPriceQuery,
  CustomerPriceRow,
  CustomerTermsEdit,
  CustomerTermsRecord,
  ItemLinesQuery,
  NewCustomerPrice,
} from '@muster/domain/money/customer-terms/schema';
import { NewLine } from '@muster/domain/money/lines/schema';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import {
  commandRoute,
  moneyDrafters,
  moneyKeepers,
  reading,
  saving,
} from '../../../platform/changes/from-request.ts';
import { recordRoutes } from '../../../platform/changes/record.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import {
  addPrice,
  describeTerms,
  editPrice,
  editTerms,
  linesFor,
  pagePrices,
  removePrice,
} from './service.ts';

const api = '/services/scheduling/api/v1';
const tags = ['Price list'];
const params = Type.Object({ id: Id });
const config = { access: moneyDrafters };

/** What was agreed with customers about money. */
export const customerTermRoutes: Module = (app, platform) => {
  const { database, now } = platform;
  const read = reading(database.db);
  const save = saving(database.db, now);

  app.get(
    `${api}/customers/:id/terms`,
    {
      config,
      schema: {
        tags,
        summary: 'Get what was agreed with a customer about money',
        params,
        response: { 200: envelope(Shown(CustomerTermsRecord)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await describeTerms(db, request.params.id) })),
  );

  app.patch(
    `${api}/customers/:id/terms`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Agree with a customer on a discount, terms and who pays',
      params,
      body: CustomerTermsEdit,
      answer: Saved(CustomerTermsRecord),
    }),
    (request) =>
      save(request, 'customer terms edited', (write) => editTerms(write, request.params.id, request.body)),
  );

  app.get(
    `${api}/customers/:id/prices`,
    {
      config,
      schema: {
        tags,
        summary: 'List the prices that were agreed with a customer, page by page',
        params,
        querystring: CustomerPriceQuery,
        response: { 200: envelope(Page(CustomerPriceRow)) },
      },
    },
    (request) => read(request, (db) => pagePrices(db, request.params.id, request.query)),
  );

  recordRoutes(app, platform, {
    base: `${api}/customer-prices`,
    addedAt: `${api}/customers/:id/prices`,
    tags,
    access: moneyKeepers,
    thing: 'customer price',
    row: CustomerPrice,
    add: {
      summary: 'Agree on a price with a customer',
      body: NewCustomerPrice,
      run: (write, price, customer) => addPrice(write, customer, price),
    },
    edit: { summary: 'Change a price that was agreed', body: CustomerPriceEdit, run: editPrice },
    remove: { summary: 'Remove a price that was agreed', run: removePrice },
  });

  app.get(
    `${api}/items/:id/lines`,
    {
      config,
      schema: {
        tags,
        summary: 'Get the lines that charge for an item',
        description: 'At the prices of a customer, where one is given.',
        params,
        querystring: ItemLinesQuery,
        response: {
          200: envelope(Type.Object({ rows: Type.Array(NewLine), change: Type.Integer() })),
        },
      },
    },
    (request) =>
      read(request, async (db) => {
        const { customer, quantity = 1_000 } = request.query;
        return { rows: await linesFor(db, customer, request.params.id, quantity) };
      }),
  );
};
