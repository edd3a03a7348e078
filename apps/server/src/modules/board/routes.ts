import { BoardQuery, BoardTables } from '@muster/domain/board/schema';
import { Type } from 'typebox';
import { dispatchers, reading } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { compressed } from '../../platform/http/compressed.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { accountOf } from '../../platform/sign-in/access.ts';
import { boardDays, readBoard } from './service.ts';

export const boardRoutes: Module = (app, { database: { db }, looks }) => {
  const read = reading(db);

  app.get(
    '/services/scheduling/api/v1/board',
    {
      config: { access: dispatchers },
      // The query names every field; going through the schema once more would take most of the time of a large board.
      serializerCompiler: () => JSON.stringify,
      onSend: compressed,
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
      const { from, to } = boardDays(request.query);
      looks.note({ account: accountOf(request), from, to });
      return read(request, (db) => readBoard(db, from, to));
    },
  );
};
