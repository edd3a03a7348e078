import { Id, Saved } from '@muster/domain/changes/schema';
import { ProgressReport } from '@muster/domain/assignments/schema';
import { OutcomeReport, VisitRecord } from '@muster/domain/visits/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, saving } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { besideCorrection } from '../field-records/service.ts';
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
      summary: 'Say how far the crew of a visit is',
      params,
      body: ProgressReport,
      answer,
    }),
    (request) =>
      save(request, 'visit progressed', (write) =>
        besideCorrection(write, request.params.id, () =>
          reportProgress(write, request.params.id, request.body),
        ),
      ),
  );

  app.post(
    `${base}/:id/outcome`,
    commandRoute(dispatchers, { tags, summary: 'Say how a visit went', params, body: OutcomeReport, answer }),
    (request) =>
      save(request, 'visit ended', (write) =>
        besideCorrection(write, request.params.id, () =>
          reportOutcome(write, request.params.id, request.body),
        ),
      ),
  );
};
