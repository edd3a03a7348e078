import { Page, Shown } from '@muster/domain/basics/changes/schema';
import { itemFields } from '@muster/domain/money/items/fields';
import { Item, ItemEdit, ItemQuery, NewItem } from '@muster/domain/money/items/schema';
import { exportColumnsOf } from '@muster/domain/values/field-tables';
import { isPermitted } from '@muster/domain/values/role';
import { Id } from '@muster/domain/values/schema';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { moneyDrafters, moneyKeepers, reading } from '../../../platform/changes/from-request.ts';
import { recordRoutes, setArchived } from '../../../platform/changes/record.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { callerOf } from '../../../platform/sign-in/access.ts';
import { exportRoute } from '../../work/exports/service.ts';
import { addItem, describeItem, editItem, items, pageItems, pageTabled } from './service.ts';

const base = '/services/scheduling/api/v1/items';
const tags = ['Price list'];
const params = Type.Object({ id: Id });
const config = { access: moneyDrafters };

/** What the business sells, at which prices. */
export const itemRoutes: Module = (app, platform) => {
  const read = reading(platform.database.db);
  const seesCosts = (request: FastifyRequest) => isPermitted(moneyKeepers, callerOf(request));

  app.get(
    base,
    {
      config,
      schema: {
        tags,
        summary: 'List the price list, page by page',
        description: 'Costs are null unless you have the full right to money.',
        querystring: ItemQuery,
        response: { 200: envelope(Page(Item)) },
      },
    },
    (request) => read(request, (db) => pageItems(db, request.query, seesCosts(request))),
  );

  app.get(
    `${base}/:id`,
    {
      config,
      schema: {
        tags,
        summary: 'Get an item of the price list',
        params,
        response: { 200: envelope(Shown(Item)) },
      },
    },
    (request) =>
      read(request, async (db) => ({ row: await describeItem(db, request.params.id, seesCosts(request)) })),
  );

  recordRoutes(app, platform, {
    base,
    tags,
    access: moneyKeepers,
    thing: 'item',
    row: Item,
    add: { summary: 'Add an item to the price list', body: NewItem, run: addItem },
    edit: { summary: 'Edit an item of the price list', body: ItemEdit, run: editItem },
    archive: { summary: 'Archive an item', run: (write, id) => setArchived(write, items, id, true) },
    restore: { summary: 'Restore an item', run: (write, id) => setArchived(write, items, id, false) },
  });

  exportRoute(app, platform, {
    name: 'items',
    tag: 'Price list',
    access: moneyKeepers,
    query: ItemQuery,
    columns: () => exportColumnsOf<typeof itemFields, Item>(itemFields),
    readPage: pageTabled,
  });
};
