import { Conflict, Id, Shown } from '@muster/domain/changes/schema';
import { VisitReportPage } from '@muster/domain/reports/schema';
import { reportFileName } from '@muster/domain/reports/words';
import { Type } from 'typebox';
import { dispatchers, readingLive } from '../../platform/changes/from-request.ts';
import { withAccount } from '../../platform/db/account.ts';
import type { Module } from '../../platform/deps.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { pdfAnswer, sendPdf } from '../../platform/http/pdf.ts';
import { accountOf } from '../../platform/sign-in/access.ts';
import { drawReport, reportOf, reportPage } from './service.ts';

const url = '/services/scheduling/api/v1/visits/:id/report';
const tags = ['Visits'];
const params = Type.Object({ id: Id });
const missing = { 404: envelope(Type.Null()), 409: envelope(Conflict) };

export const reportRoutes: Module = (app, deps) => {
  const { db } = deps.database;
  const read = readingLive(db);

  app.get(
    url,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'The report of a visit that is over',
        description: 'Refused with code 409 while nobody has said how the visit went.',
        params,
        response: { 200: envelope(Shown(VisitReportPage)), ...missing },
      },
    },
    (request) => read(request, async (db) => ({ row: await reportPage(db, request.params.id) })),
  );

  app.get(
    `${url}.pdf`,
    {
      config: { access: dispatchers },
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'The same as a document for the customer: of the notes only those that were chosen for them',
        params,
        response: { 200: pdfAnswer, ...missing },
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      const report = await withAccount(db, account, (db) => reportOf(db, request.params.id));
      return sendPdf(reply, reportFileName(report), drawReport(deps, account, report));
    },
  );
};
