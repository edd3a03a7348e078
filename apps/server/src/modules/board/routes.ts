import { BoardQuery, BoardTables } from '@muster/domain/board/schema';
import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import { Type } from 'typebox';
import { dispatchers, reading } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { Failure } from '../../platform/http/errors.ts';
import { readBoard } from './service.ts';

/** As a month is shown: with the weeks that begin and end it. */
const MOST_DAYS = 42;

export const boardRoutes: Module = (app, { database: { db } }) => {
  const read = reading(db);

  app.get(
    '/services/scheduling/api/v1/board',
    {
      config: { access: dispatchers },
      // The query names every field; going through the schema once more would take most of the time of a large board.
      serializerCompiler: () => JSON.stringify,
      schema: {
        tags: ['Board'],
        summary: 'All that a stretch of the board is made of, and every unscheduled visit',
        querystring: BoardQuery,
        response: {
          200: envelope(Type.Object({ ...BoardTables.properties, change: Type.Integer() })),
        },
      },
    },
    (request) => {
      const [from, to] = [request.query.from as LocalDate, request.query.to as LocalDate];
      if (to < from || to > addDays(from, MOST_DAYS - 1))
        throw new Failure('malformed', `Ask for between one and ${MOST_DAYS} days.`);
      return read(request, (db) => readBoard(db, from, to));
    },
  );
};
