import { Saved } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import { DayDispatch, Dispatched, SeveralVisits, VisitIds } from '@muster/domain/work/assignments/schema';
import { VisitRecord } from '@muster/domain/work/visits/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, saving } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
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
      summary: 'Dispatch a visit',
      params,
      answer,
    }),
    (request) => save(request, 'visit dispatched', (write) => dispatchVisit(write, request.params.id)),
  );

  app.post(
    `${base}/dispatch`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Dispatch several visits in one change',
      body: SeveralVisits,
      answer: Saved(VisitIds),
    }),
    (request) => save(request, 'visits dispatched', (write) => dispatchVisits(write, request.body.visits)),
  );

  app.post(
    `${base}/call-back`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Call back several visits in one change',
      description:
        'They go back to planned, with the same people and times. Visits that have started stay as they are.',
      body: SeveralVisits,
      answer: Saved(VisitIds),
    }),
    (request) => save(request, 'visits called back', (write) => callBack(write, request.body.visits)),
  );

  app.post(
    '/services/scheduling/api/v1/dispatch',
    commandRoute(dispatchers, {
      tags,
      summary: 'Dispatch all planned visits of a day, or of one technician on that day',
      body: DayDispatch,
      answer: Saved(Dispatched),
    }),
    (request) => save(request, 'day dispatched', (write) => dispatchDay(write, request.body)),
  );
};
