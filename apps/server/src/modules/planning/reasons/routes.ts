import { Id } from '@muster/domain/values/schema';
import { DaysQuery, MOST_PLAN_DAYS } from '@muster/domain/planning/plan-runs/schema';
import { VisitReasons } from '@muster/domain/planning/proposals/schema';
import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import { Type } from 'typebox';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { accountOf, scenarioOf } from '../../../platform/sign-in/access.ts';
import { reckon } from '../../../platform/threads.ts';
import { readQuestion } from './service.ts';

export const reasonRoutes: Module = (app, { database: { db }, now }) => {
  app.get(
    '/services/scheduling/api/v1/visits/:id/why',
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Planning'],
        summary: 'Explain why a visit is where it is, or why it’s waiting and what would fix that',
        description: 'Based on the board as it is now.',
        params: Type.Object({ id: Id }),
        querystring: DaysQuery,
        response: { 200: envelope(VisitReasons), 404: envelope(Type.Null()) },
      },
    },
    async (request) => {
      const [from, to] = [request.query.from as LocalDate, request.query.to as LocalDate];
      if (to < from || to > addDays(from, MOST_PLAN_DAYS - 1))
        throw new Failure('malformed', `Choose between 1 and ${MOST_PLAN_DAYS} days.`);
      const question = await withAccount(
        db,
        accountOf(request),
        (db) => readQuestion(db, request.params.id, { from, to }),
        scenarioOf(request),
      );
      const asked = { ...question, visit: request.params.id, now: minuteAt(now()) };
      return done(await reckon(accountOf(request), 'reasonsOn', asked));
    },
  );
};
