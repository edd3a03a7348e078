import { Id } from '@muster/domain/values/schema';
import {
  DaysQuery,
  MOST_PLAN_DAYS,
  NewPlanRun,
  NothingToPlan,
  PlanRun,
  RunConflict,
  ShownPlanRun,
} from '@muster/domain/planning/plan-runs/schema';
import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import { Type } from 'typebox';
import { askOf, dispatchers } from '../../../platform/changes/from-request.ts';
import type { App, Platform } from '../../../platform/deps.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { idempotencyHeaders } from '../../../platform/http/requests/idempotency.ts';
import { accountOf, callerOf, scenarioOf } from '../../../platform/sign-in/access.ts';
import { askForRun, askToStop, runOf } from './service.ts';
import { listRuns } from './store.ts';
import type { Planner } from './tasks.ts';

const base = '/services/scheduling/api/v1/plan-runs';
const tags = ['Planning'];
const params = Type.Object({ id: Id });
const MOST_LISTED = 20;

const description = `Runs in the background, one at a time for the same days. The live stream sends \`plan-run\` as it progresses.
The board doesn’t change: the result is a proposal. Visits that are pinned, dispatched, overridden, past or started stay where they are; a repair moves those pinned or dispatched to someone who is away.`;

export function planRunRoutes(app: App, { database, now }: Platform, planner: Planner): void {
  const { db } = database;

  app.post(
    base,
    {
      config: { access: dispatchers, idempotent: true },
      schema: {
        tags,
        summary: 'Start an optimiser run for some days',
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
        throw new Failure('malformed', `Choose between 1 and ${MOST_PLAN_DAYS} days.`);
      const { id, at } = askOf(request, now);
      return done(await askForRun(db, callerOf(request), scenarioOf(request), id, request.body, at));
    },
  );

  app.get(
    base,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'List the latest runs for some days, including those in progress',
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
        summary: 'Get the progress of a run and its best schedule so far',
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
      config: {
        access: dispatchers,
        idempotent: 'a run that has ended is not stopped again',
        whenReadOnly: 'it ends what was begun before',
      },
      schema: {
        tags,
        summary: 'Stop a run and keep its best schedule',
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
}
