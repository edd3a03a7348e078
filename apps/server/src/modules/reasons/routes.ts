import { Id } from '@muster/domain/changes/schema';
import { DaysQuery, MOST_PLAN_DAYS } from '@muster/domain/planning/schema';
import { VisitReasons } from '@muster/domain/proposals/schema';
import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import { Type } from 'typebox';
import { dispatchers } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { withAccount } from '../../platform/db/account.ts';
import { done, envelope } from '../../platform/http/envelope.ts';
import { Failure } from '../../platform/http/errors.ts';
import { accountOf, scenarioOf } from '../../platform/sign-in/access.ts';
import { optimiserToAsk } from '../slots/service.ts';
import { readQuestion, whyThere } from './service.ts';

export const reasonRoutes: Module = (app, { database: { db }, now }) => {
  const optimiser = optimiserToAsk();
  app.addHook('onClose', () => optimiser.close());

  app.get(
    '/services/scheduling/api/v1/visits/:id/why',
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Planning'],
        summary: 'Why a visit is where it is on the board, or why it waits and what would let it in',
        description: 'As the board of these days stands now.',
        params: Type.Object({ id: Id }),
        querystring: DaysQuery,
        response: { 200: envelope(VisitReasons), 404: envelope(Type.Null()) },
      },
    },
    async (request) => {
      const [from, to] = [request.query.from as LocalDate, request.query.to as LocalDate];
      if (to < from || to > addDays(from, MOST_PLAN_DAYS - 1))
        throw new Failure('malformed', `Ask for between one and ${MOST_PLAN_DAYS} days.`);
      const question = await withAccount(
        db,
        accountOf(request),
        (db) => readQuestion(db, request.params.id, { from, to }, new Date(now())),
        scenarioOf(request),
      );
      return done(await whyThere(optimiser.ask, question));
    },
  );
};
