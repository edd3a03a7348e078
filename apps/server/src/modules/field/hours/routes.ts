import { HoursQuery } from '@muster/domain/field/hours/schema';
import { readersOfWork } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { csvAnswer, sendCsv } from '../../../platform/http/answers/csv.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { exportList } from '../../work/exports/service.ts';
import { readSettings } from '../../work/settings/service.ts';
import { pageHours, refuseBackwards } from './service.ts';
import { hoursColumns } from './templates.ts';

const api = '/services/scheduling/api/v1';
const tags = ['Visits'];

export const hourRoutes: Module = (app, { database: { db }, now }) => {
  app.get(
    `${api}/hours.csv`,
    {
      config: { access: readersOfWork },
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Export hours as CSV, a row for each person at each visit',
        description:
          'Travel, and hours on site as measured and as corrected. It includes work at visits that were later cancelled or given to someone else. Days and times are in the time zone of the business.',
        querystring: HoursQuery,
        response: { 200: csvAnswer },
      },
    },
    async (request, reply) => {
      const { query } = request;
      refuseBackwards(query);
      const account = accountOf(request);
      const { zone } = await withAccount(db, account, (db) => readSettings(db, account));
      const { name, parts } = await exportList(db, account, new Date(now()), {
        name: 'hours',
        columns: hoursColumns(zone),
        readPage: (db, page) => pageHours(db, query, zone, page),
      });
      return sendCsv(reply, name, parts);
    },
  );
};
