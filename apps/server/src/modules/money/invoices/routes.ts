import { Page, Saved, Shown } from '@muster/domain/basics/changes/schema';
import {
  CreditLeft,
  InvoiceEdit,
  InvoiceIssue,
  InvoiceQuery,
  InvoiceRecord,
  InvoiceSummary,
  InvoiceTotals,
  InvoiceTotalsQuery,
  NewCredit,
  NewInvoice,
} from '@muster/domain/money/invoices/schema';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import {
  commandRoute,
  moneyDrafters,
  moneyKeepers,
  readingLive,
  savingLive,
} from '../../../platform/changes/from-request.ts';
import { recordRoutes } from '../../../platform/changes/record.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { exportRoute } from '../../work/exports/service.ts';
import { today } from '../money-settings/service.ts';
import {
  addInvoice,
  copyInvoice,
  creditInvoice,
  creditLeftOf,
  editInvoice,
  issueInvoice,
  pageInvoices,
  readInvoice,
  removeDraft,
  totalsOfInvoices,
} from './service.ts';
import { invoiceColumns } from './templates.ts';

const base = '/services/scheduling/api/v1/invoices';
const tags = ['Invoices'];
const params = Type.Object({ id: Id });
const config = { access: moneyDrafters };

/** What the business is owed for, and what it took back of that. */
export const invoiceRoutes: Module = (app, platform) => {
  const {
    database: { db },
    now,
  } = platform;
  const read = readingLive(db);
  const save = savingLive(db, now);

  app.get(
    base,
    {
      config,
      schema: {
        tags,
        summary: 'List invoices and credit notes, page by page',
        querystring: InvoiceQuery,
        response: { 200: envelope(Page(InvoiceSummary)) },
      },
    },
    (request) => read(request, (db) => pageInvoices(db, request.query, new Date(now()))),
  );

  app.get(
    `${base}/summary`,
    {
      config,
      schema: {
        tags,
        summary: 'Count and sum up invoices, view by view',
        querystring: InvoiceTotalsQuery,
        response: { 200: envelope(Shown(InvoiceTotals)) },
      },
    },
    (request) =>
      read(request, async (db) => ({ row: await totalsOfInvoices(db, request.query, new Date(now())) })),
  );

  exportRoute(app, platform, {
    name: 'invoices',
    tag: 'Invoices',
    access: moneyDrafters,
    query: InvoiceQuery,
    columns: async (_, db) => invoiceColumns(await today(db, new Date(now()))),
    readPage: pageInvoices,
  });

  app.get(
    `${base}/:id`,
    {
      config,
      schema: {
        tags,
        summary: 'Get an invoice or a credit note',
        params,
        response: { 200: envelope(Shown(InvoiceRecord)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await readInvoice(db, request.params.id) })),
  );

  recordRoutes(app, platform, {
    base,
    tags,
    access: moneyDrafters,
    thing: 'invoice',
    row: InvoiceRecord,
    add: { summary: 'Draft an invoice', body: NewInvoice, run: addInvoice },
    edit: { summary: 'Edit a draft', body: InvoiceEdit, run: editInvoice },
    remove: { summary: 'Remove a draft', run: removeDraft },
  });

  app.post(
    `${base}/:id/issue`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Issue a draft: it gets the next number and never changes again',
      params,
      body: InvoiceIssue,
      answer: Saved(InvoiceRecord),
    }),
    (request) =>
      save(request, 'invoice issued', (write) => issueInvoice(write, request.params.id, request.body)),
  );

  app.post(
    `${base}/:id/copy`,
    commandRoute(moneyDrafters, {
      tags,
      summary: 'Draft an invoice like another one',
      params,
      answer: Saved(InvoiceRecord),
    }),
    (request) => save(request, 'invoice added', (write) => copyInvoice(write, request.params.id)),
  );

  app.get(
    `${base}/:id/credit`,
    {
      config,
      schema: {
        tags,
        summary: 'Get what can still be credited of an invoice, line by line',
        params,
        response: { 200: envelope(Type.Object({ lines: Type.Array(CreditLeft), change: Type.Integer() })) },
      },
    },
    (request) => read(request, async (db) => ({ lines: await creditLeftOf(db, request.params.id) })),
  );

  app.post(
    `${base}/:id/credit`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Credit an invoice, or lines of it: issued at once, or a draft',
      params,
      body: NewCredit,
      answer: Saved(InvoiceRecord),
    }),
    (request) => {
      const { params, body } = request;
      const kind = body.is_draft ? 'credit note added' : 'credit note issued';
      return save(request, kind, (write) => creditInvoice(write, params.id, body));
    },
  );
};
