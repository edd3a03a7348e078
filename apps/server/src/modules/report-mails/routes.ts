import { Id, Saved } from '@muster/domain/changes/schema';
import { NewReportMail, ReportMail } from '@muster/domain/reports/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, savingLive } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { accountOf } from '../../platform/sign-in/access.ts';
import { mailReport } from './service.ts';

export const reportMailRoutes: Module = (app, { database: { db }, now }) => {
  const save = savingLive(db, now);

  app.post(
    '/services/scheduling/api/v1/visits/:id/report/mail',
    commandRoute(dispatchers, {
      tags: ['Visits'],
      summary: 'Mail the report of a visit to the customer',
      description:
        'Send the same Idempotency-Key until there is an answer: it is mailed once. Whoever asks again with another key mails it again.',
      params: Type.Object({ id: Id }),
      body: NewReportMail,
      answer: Saved(ReportMail),
    }),
    (request) =>
      save(request, 'report mailed', (write) =>
        mailReport(write, accountOf(request), request.params.id, request.body),
      ),
  );
};
