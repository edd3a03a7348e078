import { TechnicianQuery } from '@muster/domain/technicians/schema';
import { Type } from 'typebox';
import { dispatchers } from '../../platform/changes/from-request.ts';
import { withAccount } from '../../platform/db/account.ts';
import type { Module } from '../../platform/deps.ts';
import { csvAnswer, sendCsv } from '../../platform/http/csv.ts';
import { accountOf } from '../../platform/sign-in/access.ts';
import { skillNames } from '../skills/service.ts';
import { pageTechnicians } from '../technicians/service.ts';
import { exportList } from './service.ts';
import { technicianColumns } from './templates.ts';

const api = '/services/scheduling/api/v1';

/** What a list shows, as a table for spreadsheets: filtered and sorted alike, and all of it. */
export const exports: Module = (app, { database: { db }, now }) => {
  app.get(
    `${api}/technicians.csv`,
    {
      config: { access: dispatchers },
      exposeHeadRoute: false,
      schema: {
        tags: ['Technicians'],
        summary: 'Technicians as a table for spreadsheets, filtered and sorted like the list',
        querystring: Type.Omit(TechnicianQuery, ['cursor', 'limit']),
        response: { 200: csvAnswer },
      },
    },
    async (request, reply) => {
      const at = new Date(now());
      const account = accountOf(request);
      const columns = technicianColumns(await withAccount(db, account, skillNames));
      const lines = exportList(db, account, columns, (db, page) =>
        pageTechnicians(db, { ...request.query, ...page }, at),
      );
      return sendCsv(reply, `technicians-${at.toISOString().slice(0, 10)}`, lines);
    },
  );
};
