import { Suburb, SuburbQuery } from '@muster/domain/suburbs/schema';
import { Type } from 'typebox';
import { dispatchers } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { done, envelope } from '../../platform/http/envelope.ts';
import { searchSuburbs } from './service.ts';

export const suburbRoutes: Module = (app, { database: { db } }) => {
  app.get(
    '/services/scheduling/api/v1/suburbs',
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Suburbs'],
        summary: 'Suburbs of Australia by name or postcode, the best first',
        querystring: SuburbQuery,
        response: { 200: envelope(Type.Object({ rows: Type.Array(Suburb) })) },
      },
    },
    async ({ query: { search, limit = 10 } }) => done({ rows: await searchSuburbs(db, search, limit) }),
  );
};
