import { Id } from '@muster/domain/changes/schema';
import { Comparison, ComparisonQuery } from '@muster/domain/scenarios/schema';
import { Type } from 'typebox';
import { dispatchers, readingLive } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { compare } from './service.ts';

export const comparisonRoutes: Module = (app, { database: { db }, now }) => {
  const read = readingLive(db);

  app.get(
    '/services/scheduling/api/v1/scenarios/:id/comparison',
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Scenarios'],
        summary: 'A scenario beside the live board, or another scenario: figures, and what differs',
        params: Type.Object({ id: Id }),
        querystring: ComparisonQuery,
        response: {
          200: envelope(Type.Object({ ...Comparison.properties, change: Type.Integer() })),
          404: envelope(Type.Null()),
          422: envelope(Type.Null()),
        },
      },
    },
    (request) => read(request, (db) => compare(db, request.params.id, request.query, new Date(now()))),
  );
};
