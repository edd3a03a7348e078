import { Id, Saved, Shown } from '@muster/domain/changes/schema';
import { NewScenario, Scenario, ScenarioEdit, ScenarioSummary } from '@muster/domain/scenarios/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, readingLive, savingLive } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { accountOf } from '../../platform/sign-in/access.ts';
import { discardScenario, openScenario, renameScenario, scenarioOfId, scenarios } from './service.ts';
import { listScenarios } from './store.ts';

const base = '/services/scheduling/api/v1/scenarios';
const tags = ['Scenarios'];
const params = Type.Object({ id: Id });
const answer = Saved(Scenario);

const description = `A copy of the bookings and absences of some days, to try things on; nothing of it is told to anybody.
Every call about the board works on it that names it in the header \`X-Scenario\` (the live stream: in \`scenario\` of its address).
Bookings, absences and extra technicians change there; all else belongs to the live board alone and is refused.`;

export const scenarioRoutes: Module = (app, { database: { db }, now }) => {
  const save = savingLive(db, now);
  const read = readingLive(db);

  app.get(
    base,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'The scenarios that are open or have been taken over, the latest first',
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
        summary: 'One scenario',
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
      summary: 'Copy some days of the board to try things on',
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
    commandRoute(dispatchers, { tags, summary: 'Discard a scenario, for good', params, answer }),
    (request) => save(request, 'scenario discarded', (write) => discardScenario(write, request.params.id)),
  );
};
