import { Saved } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import { Differences, TakenOver, TakeOver } from '@muster/domain/planning/scenarios/schema';
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
        summary: 'Preview what a scenario would change on the live board, with clashes',
        params,
        response: {
          200: envelope(Type.Object({ ...Differences.properties, change: Type.Integer() })),
          404: envelope(Type.Null()),
        },
      },
    },
    (request) =>
      read(request, (db) => differencesOf(db, accountOf(request), request.params.id, new Date(now()))),
  );

  app.post(
    `${base}/take-over`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Take over a scenario, or part of it, to the live board',
      description:
        'One undo takes it all back. Refused with code 409 and `unfit` if an item doesn’t fit and isn’t left out, ' +
        'or if an extra technician would need a licence you don’t have.',
      params,
      body: TakeOver,
      answer: Saved(TakenOver),
    }),
    (request) =>
      save(request, 'scenario taken over', (write) =>
        takeOver(write, accountOf(request), request.params.id, request.body),
      ),
  );
};
