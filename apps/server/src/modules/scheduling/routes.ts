import { Id, Saved } from '@muster/domain/changes/schema';
import { Booking, Bookings, SeveralVisits, VisitIds } from '@muster/domain/assignments/schema';
import { VisitRecord } from '@muster/domain/visits/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, saving } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { schedule, scheduleAll, setAllPinned, setPinned, unschedule, unscheduleAll } from './service.ts';

const base = '/services/scheduling/api/v1/visits';
const tags = ['Visits'];
const params = Type.Object({ id: Id });
const answer = Saved(VisitRecord);
const together = Saved(VisitIds);
const several = { tags, body: SeveralVisits, answer: together };

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

  app.post(
    `${base}/schedule`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Say who does several visits from when on, in one change',
      description: `All or none: ${description}`,
      body: Bookings,
      answer: together,
    }),
    (request) => save(request, 'visits scheduled', (write) => scheduleAll(write, request.body.bookings)),
  );

  app.post(
    `${base}/unschedule`,
    commandRoute(dispatchers, { ...several, summary: 'Take several visits off the board, in one change' }),
    (request) => save(request, 'visits unscheduled', (write) => unscheduleAll(write, request.body.visits)),
  );

  app.post(
    `${base}/pin`,
    commandRoute(dispatchers, { ...several, summary: 'Keep several visits where they are, in one change' }),
    (request) => save(request, 'visits pinned', (write) => setAllPinned(write, request.body.visits, true)),
  );

  app.post(
    `${base}/unpin`,
    commandRoute(dispatchers, { ...several, summary: 'Let the optimiser move several visits again' }),
    (request) => save(request, 'visits unpinned', (write) => setAllPinned(write, request.body.visits, false)),
  );
};
