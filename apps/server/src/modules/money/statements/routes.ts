import { Page, Shown } from '@muster/domain/basics/changes/schema';
import {
  OwedOn,
  OwedQuery,
  OwedRow,
  OwedTotals,
  Statement,
  StatementEntry,
  StatementEntryQuery,
  StatementQuery,
} from '@muster/domain/money/statements/schema';
import { statementFileName } from '@muster/domain/money/statements/words';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { moneyDrafters, readingLive } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { csvAnswer, sendCsv } from '../../../platform/http/answers/csv.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { pdfAnswer, sendPdf } from '../../../platform/pdf.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { csvOf } from '../bookkeeping/service.ts';
import { drawStatement, pageOwing, printedStatement, statementOf, totalsOwing } from './service.ts';
import { listEntries } from './store.ts';
import { statementLayout } from './templates.ts';

const api = '/services/scheduling/api/v1';
const tags = ['Payments'];
const config = { access: moneyDrafters };
const params = Type.Object({ id: Id });

/** Who owes the business what, and for how long; and for one customer, what it comes from. */
export const statementRoutes: Module = (app, platform) => {
  const {
    database: { db },
    now,
  } = platform;
  const read = readingLive(db);

  app.get(
    `${api}/invoices/owed`,
    {
      config,
      schema: {
        tags,
        summary: 'List who owes what, by how long it has been due, page by page',
        querystring: OwedQuery,
        response: { 200: envelope(Page(OwedRow)) },
      },
    },
    (request) => read(request, (db) => pageOwing(db, request.query, new Date(now()))),
  );

  app.get(
    `${api}/invoices/owed/totals`,
    {
      config,
      schema: {
        tags,
        summary: 'Sum up what is owed, by how long it has been due',
        querystring: OwedOn,
        response: { 200: envelope(Shown(OwedTotals)) },
      },
    },
    (request) =>
      read(request, async (db) => ({ row: await totalsOwing(db, request.query.on, new Date(now())) })),
  );

  app.get(
    `${api}/customers/:id/statement`,
    {
      config,
      schema: {
        tags,
        summary: 'Get the statement of a customer: the balance before and after, and what it is made of',
        params,
        querystring: StatementQuery,
        response: { 200: envelope(Shown(Statement)) },
      },
    },
    (request) =>
      read(request, async (db) => ({ row: await statementOf(db, request.params.id, request.query) })),
  );

  app.get(
    `${api}/customers/:id/statement/entries`,
    {
      config,
      schema: {
        tags,
        summary: 'List what happened on a customer’s account, page by page, with the balance after each',
        params,
        querystring: StatementEntryQuery,
        response: { 200: envelope(Page(StatementEntry)) },
      },
    },
    (request) => {
      const { params, query } = request;
      return read(request, async (db) => {
        await statementOf(db, params.id, query);
        return listEntries(db, params.id, query, query);
      });
    },
  );

  app.get(
    `${api}/customers/:id/statement.pdf`,
    {
      config,
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Get the statement of a customer as a PDF',
        params,
        querystring: StatementQuery,
        response: { 200: pdfAnswer, 404: envelope(Type.Null()) },
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      const { params, query } = request;
      const printed = await withAccount(db, account, (db) => printedStatement(db, params.id, query));
      const name = `${statementFileName(printed.statement)}.pdf`;
      return sendPdf(reply, name, await drawStatement(platform, account, printed));
    },
  );

  app.get(
    `${api}/customers/:id/statement.csv`,
    {
      config,
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Export the statement of a customer as CSV',
        params,
        querystring: StatementQuery,
        response: { 200: csvAnswer },
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      const { params, query } = request;
      const statement = await withAccount(db, account, (db) => statementOf(db, params.id, query));
      return sendCsv(
        reply,
        statementFileName(statement),
        csvOf(db, account, statementLayout, (db, page) => listEntries(db, params.id, query, page), 'people'),
      );
    },
  );
};
