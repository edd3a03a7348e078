import { Saved, Shown } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import { Customer, Merge, MergePreview } from '@muster/domain/work/customers/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, reading, saving } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { mergeCustomers, previewMerge } from './service.ts';

const base = '/services/scheduling/api/v1/customers/:id';
const tags = ['Customers'];
const params = Type.Object({ id: Id });

export const mergeRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    `${base}/merge`,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'Preview merging another customer into this one',
        params,
        querystring: Type.Object({ other_id: Id }, { additionalProperties: false }),
        response: { 200: envelope(Shown(MergePreview)) },
      },
    },
    (request) =>
      read(request, async (db) => ({
        row: await previewMerge(db, request.params.id, request.query.other_id),
      })),
  );

  app.post(
    `${base}/merge`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Merge another customer into this one',
      description:
        'Sites, contacts, jobs and files move here in one change; sites at the same address become one. The other customer is archived and points here.',
      params,
      body: Merge,
      answer: Saved(Customer),
    }),
    (request) =>
      save(request, 'customers merged', (write) => mergeCustomers(write, request.params.id, request.body)),
  );
};
