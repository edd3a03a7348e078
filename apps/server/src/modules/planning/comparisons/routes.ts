import { Id } from '@muster/domain/values/schema';
import { Comparison, ComparisonQuery } from '@muster/domain/planning/scenarios/schema';
import { Type } from 'typebox';
import { minuteAt } from '@muster/domain/values/minutes';
import { latestChange } from '../../../platform/changes/command.ts';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { reckon } from '../../../platform/threads.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { readBoards } from './service.ts';

export const comparisonRoutes: Module = (app, { database: { db }, now }) => {
  app.get(
    '/services/scheduling/api/v1/scenarios/:id/comparison',
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Scenarios'],
        summary: 'Compare a scenario with the live board or another scenario',
        params: Type.Object({ id: Id }),
        querystring: ComparisonQuery,
        response: {
          200: envelope(Type.Object({ ...Comparison.properties, change: Type.Integer() })),
          404: envelope(Type.Null()),
          422: envelope(Type.Null()),
        },
      },
    },
    async (request) => {
      const account = accountOf(request);
      const { change, ...boards } = await withAccount(db, account, async (db) => ({
        change: await latestChange(db, account),
        ...(await readBoards(db, request.params.id, request.query)),
      }));
      const compared = await reckon(account, 'comparisonOf', { ...boards, now: minuteAt(now()) });
      return done({ ...compared, change });
    },
  );
};
