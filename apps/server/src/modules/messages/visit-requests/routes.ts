import { Saved } from '@muster/domain/basics/changes/schema';
import {
  OpenVisitRequests,
  RequestReply,
  ShownVisitRequest,
  VisitRequest,
} from '@muster/domain/messages/visit-requests/schema';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import {
  commandRoute,
  dispatchers,
  readingLive,
  savingLive,
} from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { acceptRequest, declineRequest, dismissRequest, listOpenRequests, requestsOfJob } from './service.ts';

const base = '/services/scheduling/api/v1/visit-requests';
const tags = ['Visits'];
const params = Type.Object({ id: Id });
const answer = Saved(VisitRequest);

export const visitRequestRoutes: Module = (app, { database: { db }, now }) => {
  const save = savingLive(db, now);
  const read = readingLive(db);

  app.get(
    base,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'List what customers asked for or told on the pages of their visits, until someone decides',
        response: {
          200: envelope(Type.Object({ ...OpenVisitRequests.properties, change: Type.Integer() })),
        },
      },
    },
    (request) => read(request, listOpenRequests),
  );

  app.get(
    '/services/scheduling/api/v1/jobs/:id/visit-requests',
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Jobs'],
        summary: 'List what the customer asked for or told on the pages of a job’s visits',
        params,
        response: {
          200: envelope(Type.Object({ rows: Type.Array(ShownVisitRequest), change: Type.Integer() })),
          404: envelope(Type.Null()),
        },
      },
    },
    (request) => read(request, async (db) => ({ rows: await requestsOfJob(db, request.params.id) })),
  );

  app.post(
    `${base}/:id/accept`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Do what the customer asked for: move the visit to the time they chose, or cancel it',
      params,
      answer,
    }),
    (request) => save(request, 'request decided', (write) => acceptRequest(write, request.params.id)),
  );

  app.post(
    `${base}/:id/decline`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Decline what the customer asked for, with words they read on their page',
      params,
      body: RequestReply,
      answer,
    }),
    (request) =>
      save(request, 'request decided', (write) =>
        declineRequest(write, request.params.id, request.body.reply ?? ''),
      ),
  );

  app.post(
    `${base}/:id/done`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Mark what the customer asked for or told as done',
      params,
      answer,
    }),
    (request) => save(request, 'request decided', (write) => dismissRequest(write, request.params.id)),
  );
};
