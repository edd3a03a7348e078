import { Saved } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import { ProgressReport } from '@muster/domain/work/assignments/schema';
import { OutcomeReport, VisitRecord } from '@muster/domain/work/visits/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, saving } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { reportOutcome, reportProgress } from './service.ts';

const base = '/services/scheduling/api/v1/visits';
const tags = ['Visits'];
const params = Type.Object({ id: Id });
const answer = Saved(VisitRecord);

export const progressRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);

  app.post(
    `${base}/:id/progress`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Update the progress of a visit',
      params,
      body: ProgressReport,
      answer,
    }),
    (request) =>
      save(request, 'visit progressed', (write) => reportProgress(write, request.params.id, request.body)),
  );

  app.post(
    `${base}/:id/outcome`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Record the outcome of a visit',
      params,
      body: OutcomeReport,
      answer,
    }),
    (request) =>
      save(request, 'visit ended', (write) => reportOutcome(write, request.params.id, request.body)),
  );
};
