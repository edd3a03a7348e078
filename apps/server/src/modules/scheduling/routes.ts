import { Id, Saved } from '@muster/domain/changes/schema';
import { Booking } from '@muster/domain/assignments/schema';
import { VisitRecord } from '@muster/domain/visits/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, saving } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { schedule, setPinned, unschedule } from './service.ts';

const base = '/services/scheduling/api/v1/visits';
const tags = ['Visits'];
const params = Type.Object({ id: Id });
const answer = Saved(VisitRecord);

const description =
  'A booking, a move and a hand-over alike: afterwards these technicians and nobody else are on the visit. Refused with code 409 and the ' +
  'reasons where rules speak against it; those that may be broken with a reason pass with an override. What is in the past, or has begun, is not moved.';

export const schedulingRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);

  app.post(
    `${base}/:id/schedule`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Say who does a visit from when on',
      description,
      params,
      body: Booking,
      answer,
    }),
    (request) =>
      save(request, 'visit scheduled', (write) => schedule(write, request.params.id, request.body)),
  );

  app.post(
    `${base}/:id/unschedule`,
    commandRoute(dispatchers, { tags, summary: 'Take a visit off the board', params, answer }),
    (request) => save(request, 'visit unscheduled', (write) => unschedule(write, request.params.id)),
  );

  app.post(
    `${base}/:id/pin`,
    commandRoute(dispatchers, { tags, summary: 'Keep a visit where it is', params, answer }),
    (request) => save(request, 'visit pinned', (write) => setPinned(write, request.params.id, true)),
  );

  app.post(
    `${base}/:id/unpin`,
    commandRoute(dispatchers, { tags, summary: 'Let the optimiser move a visit again', params, answer }),
    (request) => save(request, 'visit unpinned', (write) => setPinned(write, request.params.id, false)),
  );
};
