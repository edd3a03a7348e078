import { Saved } from '@muster/domain/basics/changes/schema';
import { LeftOut } from '@muster/domain/field/report-contents/schema';
import { ReportChoiceEdit } from '@muster/domain/field/reports/schema';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, savingLive } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { chooseForReport } from './service.ts';

export const reportChoiceRoutes: Module = (app, { database: { db }, now }) => {
  const save = savingLive(db, now);

  app.patch(
    '/services/scheduling/api/v1/visits/:id/report',
    commandRoute(dispatchers, {
      tags: ['Visits'],
      summary: 'Choose what’s on a visit report',
      description: 'Answers with what is left out. Notes are chosen one by one, with PATCH /records/{id}.',
      params: Type.Object({ id: Id }),
      body: ReportChoiceEdit,
      answer: Saved(LeftOut),
    }),
    (request) =>
      save(request, 'report chosen', (write) => chooseForReport(write, request.params.id, request.body)),
  );
};
