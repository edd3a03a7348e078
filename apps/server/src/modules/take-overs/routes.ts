import { Id, Saved } from '@muster/domain/changes/schema';
import { Differences, TakenOver, TakeOver } from '@muster/domain/scenarios/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, readingLive, savingLive } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { differencesOf, takeOver } from './service.ts';

const base = '/services/scheduling/api/v1/scenarios/:id';
const tags = ['Scenarios'];
const params = Type.Object({ id: Id });

export const takeOverRoutes: Module = (app, { database: { db }, now }) => {
  const save = savingLive(db, now);
  const read = readingLive(db);

  app.get(
    `${base}/differences`,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'What a scenario would change on the live board, and what stands in the way',
        params,
        response: {
          200: envelope(Type.Object({ ...Differences.properties, change: Type.Integer() })),
          404: envelope(Type.Null()),
        },
      },
    },
    (request) => read(request, (db) => differencesOf(db, request.params.id, new Date(now()))),
  );

  app.post(
    `${base}/take-over`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Make what differs, or some of it, the live board',
      description:
        'One change, which one undo takes back. Refused with code 409 and `unfit` where an item does not fit, unless it is to be left out, ' +
        'and where somebody whom only the scenario has would need a licence that there is not.',
      params,
      body: TakeOver,
      answer: Saved(TakenOver),
    }),
    (request) =>
      save(request, 'scenario taken over', (write) => takeOver(write, request.params.id, request.body)),
  );
};
