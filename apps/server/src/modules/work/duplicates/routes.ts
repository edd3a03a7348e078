import { Duplicate, DuplicateQuery } from '@muster/domain/work/customers/schema';
import { Type } from 'typebox';
import { dispatchers, reading } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { findDuplicates } from './store.ts';

export const duplicateRoutes: Module = (app, { database: { db } }) => {
  const read = reading(db);

  app.get(
    '/services/scheduling/api/v1/customers/duplicates',
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Customers'],
        summary: 'Find customers with the same phone, the same email, or the same name and suburb',
        querystring: DuplicateQuery,
        response: { 200: envelope(Type.Object({ rows: Type.Array(Duplicate), change: Type.Integer() })) },
      },
    },
    (request) => read(request, async (db) => ({ rows: await findDuplicates(db, request.query) })),
  );
};
