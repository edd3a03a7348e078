import { Saved } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import { JobRecord } from '@muster/domain/work/jobs/schema';
import { Cancellation, VisitRecord } from '@muster/domain/work/visits/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, saving } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { cancelJob, cancelVisit, restoreVisit } from './service.ts';

const base = '/services/scheduling/api/v1/visits';
const tags = ['Visits'];
const params = Type.Object({ id: Id });
const answer = Saved(VisitRecord);

export const cancellationRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);

  app.post(
    `${base}/:id/cancel`,
    commandRoute(dispatchers, { tags, summary: 'Cancel a visit', params, body: Cancellation, answer }),
    (request) =>
      save(request, 'visit cancelled', (write) =>
        cancelVisit(write, request.params.id, request.body.reason ?? ''),
      ),
  );

  app.post(
    `${base}/:id/restore`,
    commandRoute(dispatchers, { tags, summary: 'Restore a cancelled visit as unscheduled', params, answer }),
    (request) => save(request, 'visit restored', (write) => restoreVisit(write, request.params.id)),
  );

  app.post(
    '/services/scheduling/api/v1/jobs/:id/cancel',
    commandRoute(dispatchers, {
      tags: ['Jobs'],
      summary: 'Cancel all visits of a job that haven’t started',
      params,
      body: Cancellation,
      answer: Saved(JobRecord),
    }),
    (request) =>
      save(request, 'job cancelled', (write) =>
        cancelJob(write, request.params.id, request.body.reason ?? ''),
      ),
  );
};
