import { Id } from '@muster/domain/changes/schema';
import {
  DaysQuery,
  MOST_PLAN_DAYS,
  NewPlanRun,
  NothingToPlan,
  PlanRun,
  RunConflict,
  ShownPlanRun,
} from '@muster/domain/planning/schema';
import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import { Type } from 'typebox';
import { commandOf, dispatchers } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { withAccount } from '../../platform/db/account.ts';
import type { Tx } from '../../platform/db/executor.ts';
import { done, envelope } from '../../platform/http/envelope.ts';
import { Failure } from '../../platform/http/errors.ts';
import { idempotencyHeaders } from '../../platform/http/idempotency.ts';
import { accountOf, callerOf, scenarioOf } from '../../platform/sign-in/access.ts';
import { askForRun, askToStop, runOf } from './service.ts';
import { listRuns } from './store.ts';
import { startPlanner } from './tasks.ts';

const base = '/services/scheduling/api/v1/plan-runs';
const tags = ['Planning'];
const params = Type.Object({ id: Id });
const MOST_LISTED = 20;

const description = `In a thread of one of the servers, one at a time for the same days; the live stream tells \`plan-run\` as it goes on.
Nothing on the board changes: what comes of it is a proposal. What has begun, is pinned, dispatched, overridden or past stays where it is.`;

export const planRunRoutes: Module = (app, platform) => {
  const { database, now } = platform;
  const { db } = database;
  const planner = startPlanner(platform);
  app.addHook('onClose', () => planner.close());

  app.post(
    base,
    {
      config: { access: dispatchers, idempotent: true },
      schema: {
        tags,
        summary: 'Let the optimiser plan some days',
        description,
        headers: idempotencyHeaders,
        body: NewPlanRun,
        response: {
          200: envelope(ShownPlanRun),
          409: envelope(RunConflict),
          422: envelope(Type.Union([NothingToPlan, Type.Null()])),
        },
      },
    },
    async (request) => {
      const [from, to] = [request.body.from as LocalDate, request.body.to as LocalDate];
      if (to < from || to > addDays(from, MOST_PLAN_DAYS - 1))
        throw new Failure('malformed', `Ask for between one and ${MOST_PLAN_DAYS} days.`);
      const { account, id, at } = commandOf(request, now, 'plan');
      return done(
        await withAccount(
          db,
          account,
          (db) => askForRun(db, callerOf(request), id, request.body, at),
          scenarioOf(request),
        ),
      );
    },
  );

  app.get(
    base,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'The latest runs that touch some days, those under way among them',
        querystring: DaysQuery,
        response: { 200: envelope(Type.Object({ rows: Type.Array(PlanRun) })) },
      },
    },
    async (request) => {
      const { from, to } = request.query;
      planner.getReady();
      const list = (db: Tx) => listRuns(db, from, to, MOST_LISTED);
      const rows = await withAccount(db, accountOf(request), list, scenarioOf(request));
      return done({ rows });
    },
  );

  app.get(
    `${base}/:id`,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'How far a run is, with the best schedule so far',
        params,
        response: { 200: envelope(ShownPlanRun), 404: envelope(Type.Null()) },
      },
    },
    async (request) => {
      const read = (db: Tx) => runOf(db, request.params.id);
      return done(await withAccount(db, accountOf(request), read, scenarioOf(request)));
    },
  );

  app.post(
    `${base}/:id/stop`,
    {
      config: { access: dispatchers, idempotent: 'a run that has ended is not stopped again' },
      schema: {
        tags,
        summary: 'End a run now and keep the best that it has found',
        params,
        response: { 200: envelope(ShownPlanRun), 404: envelope(Type.Null()) },
      },
    },
    async (request) => {
      const { account } = callerOf(request);
      const at = new Date(now());
      return done(
        await withAccount(
          db,
          account,
          (db) => askToStop(db, callerOf(request), request.params.id, at),
          scenarioOf(request),
        ),
      );
    },
  );
};
