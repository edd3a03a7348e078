import { BoardQuery, BoardTables } from '@muster/domain/dispatch/board/schema';
import { Type } from 'typebox';
import { latestChange } from '../../../platform/changes/command.ts';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { compressed, doneText, envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf, scenarioOf } from '../../../platform/sign-in/access.ts';
import { boardDays, readBoardText } from './service.ts';

export const boardRoutes: Module = (app, { database: { db }, looks }) => {
  app.get(
    '/services/scheduling/api/v1/board',
    {
      config: { access: dispatchers },
      onSend: compressed,
      schema: {
        tags: ['Board'],
        summary: 'Get some days of the board and all unscheduled visits',
        querystring: BoardQuery,
        response: {
          200: envelope(Type.Object({ ...BoardTables.properties, change: Type.Integer() })),
        },
      },
    },
    async (request, reply) => {
      const { from, to } = boardDays(request.query);
      const account = accountOf(request);
      looks.note({ account, from, to });
      const { change, text } = await withAccount(
        db,
        account,
        async (db) => ({
          change: await latestChange(db, account),
          text: await readBoardText(db, from, to),
        }),
        scenarioOf(request),
      );
      void reply.type('application/json; charset=utf-8');
      // As the database has written it: a week of a large business is more than anybody should wait for to be written once more.
      return reply.send(doneText(`${text.slice(0, -1)},"change":${change}}`) as never);
    },
  );
};
