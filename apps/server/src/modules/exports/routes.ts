import { CustomerQuery } from '@muster/domain/customers/schema';
import { JobQuery } from '@muster/domain/jobs/schema';
import { TechnicianQuery } from '@muster/domain/technicians/schema';
import { Type } from 'typebox';
import { dispatchers } from '../../platform/changes/from-request.ts';
import { withAccount } from '../../platform/db/account.ts';
import type { Module } from '../../platform/deps.ts';
import { csvAnswer, sendCsv } from '../../platform/http/csv.ts';
import { accountOf } from '../../platform/sign-in/access.ts';
import { pageCustomers } from '../customers/service.ts';
import { pageJobs } from '../jobs/service.ts';
import { skillNames } from '../skills/service.ts';
import { pageTechnicians } from '../technicians/service.ts';
import { exportList } from './service.ts';
import { customerColumns, jobColumns, technicianColumns } from './templates.ts';

const api = '/services/scheduling/api/v1';
const route = { config: { access: dispatchers }, exposeHeadRoute: false };
const response = { 200: csvAnswer };

/** What a list shows, as a table for spreadsheets: filtered and sorted alike, and all of it. */
export const exports: Module = (app, { database: { db }, now }) => {
  const nameOf = (what: string, at: Date) => `${what}-${at.toISOString().slice(0, 10)}`;

  app.get(
    `${api}/technicians.csv`,
    {
      ...route,
      schema: {
        tags: ['Technicians'],
        summary: 'Technicians as a table for spreadsheets, filtered and sorted like the list',
        querystring: Type.Omit(TechnicianQuery, ['cursor', 'limit']),
        response,
      },
    },
    async (request, reply) => {
      const at = new Date(now());
      const account = accountOf(request);
      const columns = technicianColumns(await withAccount(db, account, skillNames));
      const lines = exportList(db, account, columns, (db, page) =>
        pageTechnicians(db, { ...request.query, ...page }, at),
      );
      return sendCsv(reply, nameOf('technicians', at), lines);
    },
  );

  app.get(
    `${api}/customers.csv`,
    {
      ...route,
      schema: {
        tags: ['Customers'],
        summary: 'Customers as a table for spreadsheets, filtered and sorted like the list',
        querystring: Type.Omit(CustomerQuery, ['cursor', 'limit']),
        response,
      },
    },
    async (request, reply) => {
      const lines = exportList(db, accountOf(request), customerColumns, (db, page) =>
        pageCustomers(db, { ...request.query, ...page }),
      );
      return sendCsv(reply, nameOf('customers', new Date(now())), lines);
    },
  );

  app.get(
    `${api}/jobs.csv`,
    {
      ...route,
      schema: {
        tags: ['Jobs'],
        summary: 'Jobs as a table for spreadsheets, filtered and sorted like the list',
        querystring: Type.Omit(JobQuery, ['cursor', 'limit']),
        response,
      },
    },
    async (request, reply) => {
      const at = new Date(now());
      const lines = exportList(db, accountOf(request), jobColumns, (db, page) =>
        pageJobs(db, { ...request.query, ...page }, at),
      );
      return sendCsv(reply, nameOf('jobs', at), lines);
    },
  );
};
