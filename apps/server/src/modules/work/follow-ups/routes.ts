import { Saved } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import { Dismissal, FollowUp, OpenFollowUps } from '@muster/domain/work/follow-ups/schema';
import { VisitRecord } from '@muster/domain/work/visits/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, readingLive, saving } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { bookReturn } from '../visits/service.ts';
import { dismissFollowUp } from './service.ts';
import { listOpen } from './store.ts';

const base = '/services/scheduling/api/v1/follow-ups';
const tags = ['Visits'];
const params = Type.Object({ id: Id });

export const followUpRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);
  const read = readingLive(db);

  app.get(
    base,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'List what waits for a decision after visits',
        description:
          'Visits that couldn’t be completed, and work at visits that were cancelled or given to someone else. They stay until someone decides.',
        response: {
          200: envelope(Type.Object({ ...OpenFollowUps.properties, change: Type.Integer() })),
        },
      },
    },
    (request) => read(request, listOpen),
  );

  app.post(
    `${base}/:id/return`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Add an unscheduled return visit for a visit that couldn’t be completed',
      params,
      answer: Saved(VisitRecord),
    }),
    (request) => save(request, 'return visit added', (write) => bookReturn(write, request.params.id)),
  );

  app.post(
    `${base}/:id/dismiss`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Dismiss a follow-up that is waiting for a decision',
      params,
      body: Dismissal,
      answer: Saved(FollowUp),
    }),
    (request) =>
      save(request, 'follow-up dismissed', (write) =>
        dismissFollowUp(write, request.params.id, request.body),
      ),
  );
};
