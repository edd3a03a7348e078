import { Saved, Shown } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import {
  NewScenario,
  Scenario,
  ScenarioEdit,
  ScenarioSummary,
} from '@muster/domain/planning/scenarios/schema';
import { Type } from 'typebox';
import {
  commandRoute,
  dispatchers,
  readingLive,
  savingLive,
} from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { discardScenario, openScenario, renameScenario, scenarioOfId, scenarios } from './service.ts';
import { listScenarios } from './store.ts';

const base = '/services/scheduling/api/v1/scenarios';
const tags = ['Scenarios'];
const params = Type.Object({ id: Id });
const answer = Saved(Scenario);

const description = `A copy of the bookings and absences of some days, to try things out. No one is notified of changes in it.
Name it in the \`X-Scenario\` header to make any board call work on it (for the live stream: in \`scenario\` in the address).
Only bookings, absences and extra technicians can change in it. Anything else is refused: do it on the live board.`;

export const scenarioRoutes: Module = (app, { database: { db }, now }) => {
  const save = savingLive(db, now);
  const read = readingLive(db);

  app.get(
    base,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'List scenarios that are open or taken over, latest first',
        response: {
          200: envelope(Type.Object({ rows: Type.Array(ScenarioSummary), change: Type.Integer() })),
        },
      },
    },
    (request) => read(request, async (db) => ({ rows: await listScenarios(db, scenarios) })),
  );

  app.get(
    `${base}/:id`,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'Get a scenario',
        params,
        response: { 200: envelope(Shown(Scenario)), 404: envelope(Type.Null()) },
      },
    },
    (request) => read(request, async (db) => ({ row: await scenarioOfId(db, request.params.id) })),
  );

  app.post(
    base,
    commandRoute(dispatchers, {
      tags,
      summary: 'Create a scenario from some days of the board',
      description,
      body: NewScenario,
      answer,
    }),
    (request) =>
      save(request, 'scenario added', (write) => openScenario(write, accountOf(request), request.body)),
  );

  app.patch(
    `${base}/:id`,
    commandRoute(dispatchers, { tags, summary: 'Rename a scenario', params, body: ScenarioEdit, answer }),
    (request) =>
      save(request, 'scenario renamed', (write) => renameScenario(write, request.params.id, request.body)),
  );

  app.post(
    `${base}/:id/discard`,
    commandRoute(dispatchers, { tags, summary: 'Discard a scenario permanently', params, answer }),
    (request) => save(request, 'scenario discarded', (write) => discardScenario(write, request.params.id)),
  );
};
