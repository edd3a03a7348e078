import { Conflict, Shown } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import { ReportChanges, ReportProgress, VisitReportPage } from '@muster/domain/field/reports/schema';
import { reportFileName } from '@muster/domain/field/reports/words';
import { Type } from 'typebox';
import { dispatchers, readingLive } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { pdfAnswer, sendPdf } from '../../../platform/pdf.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { readContent } from '../files/service.ts';
import { askForDocument, reportChanges, reportOf, reportPage } from './service.ts';

const url = '/services/scheduling/api/v1/visits/:id/report';
const tags = ['Visits'];
const params = Type.Object({ id: Id });
const missing = { 404: envelope(Type.Null()), 409: envelope(Conflict) };

/** A picture takes about as long. */
const RETRY_SECONDS = 1;

export const reportRoutes: Module = (app, { database: { db }, files: storage, now }) => {
  const read = readingLive(db);

  app.get(
    url,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'Get the report of a finished visit',
        description: 'Refused with code 409 until the visit has an outcome.',
        params,
        response: { 200: envelope(Shown(VisitReportPage)), ...missing },
      },
    },
    (request) => read(request, async (db) => ({ row: await reportPage(db, request.params.id) })),
  );

  app.get(
    `${url}/changes`,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'See what changed after a visit was signed for or its report emailed',
        params,
        response: { 200: envelope(Shown(ReportChanges)), 404: missing[404] },
      },
    },
    (request) => read(request, async (db) => ({ row: await reportChanges(db, request.params.id) })),
  );

  app.get(
    `${url}.pdf`,
    {
      config: { access: dispatchers },
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Get the customer’s report as a PDF, with only the notes chosen for them',
        description:
          'Answered with 202 while it’s being made: ask again after Retry-After seconds. The finished PDF is kept for a day, or until the report changes.',
        params,
        response: { 200: pdfAnswer, 202: envelope(ReportProgress), ...missing },
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      const { report, document } = await withAccount(db, account, async (db) => {
        const { report } = await reportOf(db, request.params.id);
        return { report, document: await askForDocument(db, account, report, new Date(now())) };
      });
      if ('progress' in document)
        return reply
          .code(202)
          .header('retry-after', RETRY_SECONDS)
          .send(done(document.progress, 'The PDF is being made. Ask again in a moment.'));
      return sendPdf(reply, reportFileName(report), await readContent(storage, account, document.pieces));
    },
  );
};
