import { CompletedVisitQuery } from '@muster/domain/field/reports/schema';
import { readersOfWork } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { csvAnswer, sendCsv } from '../../../platform/http/answers/csv.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { exportList } from '../../work/exports/service.ts';
import { readSettings } from '../../work/settings/service.ts';
import { pageCompletedVisits } from './service.ts';
import { completedVisitColumns } from './templates.ts';

export const completedVisitRoutes: Module = (app, { database: { db }, now }) => {
  app.get(
    '/services/scheduling/api/v1/completed-visits.csv',
    {
      config: { access: readersOfWork },
      exposeHeadRoute: false,
      schema: {
        tags: ['Visits'],
        summary: 'Export finished visits as CSV, by period and customer',
        description:
          'Days and times are in the time zone of the business. A visit counts on the day the crew arrived.',
        querystring: CompletedVisitQuery,
        response: { 200: csvAnswer },
      },
    },
    async (request, reply) => {
      const { query } = request;
      if (query.from !== undefined && query.to !== undefined && query.to < query.from)
        throw new Failure('malformed', 'The last day can’t be before the first.');
      const account = accountOf(request);
      const { zone } = await withAccount(db, account, (db) => readSettings(db, account));
      const { name, parts } = await exportList(db, account, new Date(now()), {
        name: 'completed-visits',
        columns: completedVisitColumns(zone),
        readPage: (db, page) => pageCompletedVisits(db, query, zone, page),
      });
      return sendCsv(reply, name, parts);
    },
  );
};
