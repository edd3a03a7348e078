import { Id, Saved } from '@muster/domain/changes/schema';
import { DayDispatch, Dispatched, SeveralVisits, VisitIds } from '@muster/domain/assignments/schema';
import { VisitRecord } from '@muster/domain/visits/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, saving } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { callBack, dispatchDay, dispatchVisit, dispatchVisits } from './service.ts';

const base = '/services/scheduling/api/v1/visits';
const tags = ['Visits'];
const params = Type.Object({ id: Id });
const answer = Saved(VisitRecord);

export const dispatchRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);

  app.post(
    `${base}/:id/dispatch`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Tell whoever is on a visit that it is theirs',
      params,
      answer,
    }),
    (request) => save(request, 'visit dispatched', (write) => dispatchVisit(write, request.params.id)),
  );

  app.post(
    `${base}/dispatch`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Tell whoever is on several visits that they are theirs, in one change',
      body: SeveralVisits,
      answer: Saved(VisitIds),
    }),
    (request) => save(request, 'visits dispatched', (write) => dispatchVisits(write, request.body.visits)),
  );

  app.post(
    `${base}/call-back`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Take the dispatch of several visits back, in one change',
      description:
        'They are planned again, with the same people at the same times. What has begun stays as it is.',
      body: SeveralVisits,
      answer: Saved(VisitIds),
    }),
    (request) => save(request, 'visits called back', (write) => callBack(write, request.body.visits)),
  );

  app.post(
    '/services/scheduling/api/v1/dispatch',
    commandRoute(dispatchers, {
      tags,
      summary: 'Dispatch all that is planned for a day, or for one technician on that day',
      body: DayDispatch,
      answer: Saved(Dispatched),
    }),
    (request) => save(request, 'day dispatched', (write) => dispatchDay(write, request.body)),
  );
};
