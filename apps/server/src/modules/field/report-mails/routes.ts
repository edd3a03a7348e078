import { Conflict, Saved, Shown } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import { LetterQuery, NewReportMail, ReportLetter, ReportMail } from '@muster/domain/field/reports/schema';
import { Type } from 'typebox';
import {
  commandRoute,
  dispatchers,
  readingLive,
  savingLive,
} from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { letterBefore, mailReport } from './service.ts';

export const reportMailRoutes: Module = (app, { database: { db }, now }) => {
  const save = savingLive(db, now);
  const read = readingLive(db);
  const url = '/services/scheduling/api/v1/visits/:id/report/mail';
  const params = Type.Object({ id: Id });

  app.get(
    url,
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Visits'],
        summary: 'See the email of a visit report before it’s sent',
        params,
        querystring: LetterQuery,
        response: {
          200: envelope(Shown(ReportLetter)),
          404: envelope(Type.Null()),
          409: envelope(Conflict),
          422: envelope(Type.Null()),
        },
      },
    },
    (request) =>
      read(request, async (db) => ({
        row: await letterBefore(db, accountOf(request), request.params.id, {
          ...request.query,
          at: new Date(now()),
        }),
      })),
  );

  app.post(
    url,
    commandRoute(dispatchers, {
      tags: ['Visits'],
      summary: 'Email a visit report to the customer',
      description:
        'Repeat with the same Idempotency-Key until you get an answer: it’s only emailed once. A new key emails it again.',
      params,
      body: NewReportMail,
      answer: Saved(ReportMail),
    }),
    (request) =>
      save(request, 'report mailed', (write) =>
        mailReport(write, accountOf(request), request.params.id, request.body),
      ),
  );
};
