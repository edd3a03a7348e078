import { minuteOf } from '@muster/domain/assignments/rules';
import { CustomerQuery } from '@muster/domain/customers/schema';
import { JobQuery } from '@muster/domain/jobs/schema';
import { CompletedVisitQuery } from '@muster/domain/reports/schema';
import { TechnicianQuery } from '@muster/domain/technicians/schema';
import { dateAt } from '@muster/domain/values/local-time';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { dispatchers } from '../../platform/changes/from-request.ts';
import { withAccount } from '../../platform/db/account.ts';
import type { Module } from '../../platform/deps.ts';
import { csvAnswer, sendCsv } from '../../platform/http/csv.ts';
import { Failure } from '../../platform/http/errors.ts';
import { accountOf } from '../../platform/sign-in/access.ts';
import { pageCompletedVisits, zoneOfBusiness } from '../completed-visits/service.ts';
import { pageCustomers } from '../customers/service.ts';
import { pageJobs } from '../jobs/service.ts';
import { skillNames } from '../skills/service.ts';
import { pageTechnicians } from '../technicians/service.ts';
import { exportList, type ReadPage } from './service.ts';
import {
  type Columns,
  completedVisitColumns,
  customerColumns,
  jobColumns,
  technicianColumns,
} from './templates.ts';

const api = '/services/scheduling/api/v1';

/** What a list shows, as a table for spreadsheets: filtered and sorted alike, and all of it. */
export const exports: Module = (app, { database: { db }, now }) => {
  const options = <Query extends TSchema>(tag: string, querystring: Query) => ({
    config: { access: dispatchers },
    exposeHeadRoute: false,
    schema: {
      tags: [tag],
      summary: `${tag} as a table for spreadsheets, filtered and sorted like the list`,
      querystring,
      response: { 200: csvAnswer },
    },
  });

  async function send<Row>(
    request: FastifyRequest,
    reply: FastifyReply,
    { name, columns, readPage }: { name: string; columns: Columns<Row>; readPage: ReadPage<Row> },
  ): Promise<FastifyReply> {
    const account = accountOf(request);
    const date = dateAt(
      minuteOf(new Date(now()).toISOString()),
      await withAccount(db, account, zoneOfBusiness),
    );
    return sendCsv(reply, `${name}-${date}`, exportList(db, account, columns, readPage));
  }

  app.get(
    `${api}/technicians.csv`,
    options('Technicians', Type.Omit(TechnicianQuery, ['cursor', 'limit'])),
    async (request, reply) => {
      const columns = technicianColumns(await withAccount(db, accountOf(request), skillNames));
      const at = new Date(now());
      return send(request, reply, {
        name: 'technicians',
        columns,
        readPage: (db, page) => pageTechnicians(db, { ...request.query, ...page }, at),
      });
    },
  );

  app.get(
    `${api}/customers.csv`,
    options('Customers', Type.Omit(CustomerQuery, ['cursor', 'limit'])),
    async (request, reply) =>
      send(request, reply, {
        name: 'customers',
        columns: customerColumns,
        readPage: (db, page) => pageCustomers(db, { ...request.query, ...page }),
      }),
  );

  app.get(
    `${api}/jobs.csv`,
    options('Jobs', Type.Omit(JobQuery, ['cursor', 'limit'])),
    async (request, reply) => {
      const at = new Date(now());
      return send(request, reply, {
        name: 'jobs',
        columns: jobColumns,
        readPage: (db, page) => pageJobs(db, { ...request.query, ...page }, at),
      });
    },
  );

  app.get(
    `${api}/completed-visits.csv`,
    {
      config: { access: dispatchers },
      exposeHeadRoute: false,
      schema: {
        tags: ['Visits'],
        summary: 'Visits that are over as a table for the books, by period and customer',
        description:
          'Days and times are those of the business. A visit is of the day on which somebody arrived.',
        querystring: CompletedVisitQuery,
        response: { 200: csvAnswer },
      },
    },
    async (request, reply) => {
      const { query } = request;
      if (query.from !== undefined && query.to !== undefined && query.to < query.from)
        throw new Failure('malformed', 'The last day is before the first.');
      const zone = await withAccount(db, accountOf(request), zoneOfBusiness);
      return send(request, reply, {
        name: 'completed-visits',
        columns: completedVisitColumns(zone),
        readPage: (db, page) => pageCompletedVisits(db, query, zone, page),
      });
    },
  );
};
