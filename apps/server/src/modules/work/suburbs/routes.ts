import { NamedSuburbsQuery, Suburb, SuburbQuery } from '@muster/domain/work/suburbs/schema';
import { nullable } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { readersOfWork, reading } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { readHome, searchSuburbs, suburbsByName } from './service.ts';

const MOST_NAMES = 100;

export const suburbRoutes: Module = (app, { database: { db } }) => {
  const read = reading(db);

  app.get(
    '/services/scheduling/api/v1/suburbs',
    {
      config: { access: readersOfWork },
      schema: {
        tags: ['Suburbs'],
        summary: 'Search Australian suburbs by name or postcode, best match first',
        querystring: SuburbQuery,
        response: { 200: envelope(Type.Object({ rows: Type.Array(Suburb) })) },
      },
    },
    async ({ query: { search, limit = 10 } }) => done({ rows: await searchSuburbs(db, search, limit) }),
  );

  app.get(
    '/services/scheduling/api/v1/suburbs/named',
    {
      config: { access: readersOfWork },
      schema: {
        tags: ['Suburbs'],
        summary: 'Get the suburbs with these names',
        description:
          'Several suburbs can share a name. `home` is your own state or territory: the one there is usually meant.',
        querystring: NamedSuburbsQuery,
        response: {
          200: envelope(
            Type.Object({ rows: Type.Array(Suburb), home: nullable(Type.String()), change: Type.Integer() }),
          ),
        },
      },
    },
    (request) =>
      read(request, async (db) => {
        const names = request.query.names.split(',').slice(0, MOST_NAMES);
        const found = await suburbsByName(
          db,
          names.map((name) => name.trim()),
        );
        return { rows: [...found.values()].flat(), home: await readHome(db) };
      }),
  );
};
