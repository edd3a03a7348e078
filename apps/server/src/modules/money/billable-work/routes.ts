import { Page, Saved, Shown } from '@muster/domain/basics/changes/schema';
import {
  BringBack,
  LeaveOut,
  ReadyCount,
  ReadyCountQuery,
  ReadyQuery,
  ReadyVisit,
  WorkToInvoice,
} from '@muster/domain/money/billable-work/schema';
import { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { Type } from 'typebox';
import { commandRoute, moneyDrafters, reading, saving } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { bringBack, invoiceWork, leaveOut, pageReady } from './service.ts';
import { countReady } from './store.ts';

const api = '/services/scheduling/api/v1';
const tags = ['Invoices'];
const config = { access: moneyDrafters };

/** Work that is over, on its way to an invoice. */
export const billableWorkRoutes: Module = (app, { database: { db }, now }) => {
  const read = reading(db);
  const save = saving(db, now);

  app.get(
    `${api}/ready-to-invoice`,
    {
      config,
      schema: {
        tags,
        summary: 'List finished visits that no invoice charges yet, page by page, the latest first',
        querystring: ReadyQuery,
        response: { 200: envelope(Page(ReadyVisit)) },
      },
    },
    (request) => read(request, (db) => pageReady(db, request.query)),
  );

  app.get(
    `${api}/ready-to-invoice/count`,
    {
      config,
      schema: {
        tags,
        summary: 'Count finished visits that no invoice charges yet',
        querystring: ReadyCountQuery,
        response: { 200: envelope(Shown(ReadyCount)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await countReady(db, request.query) })),
  );

  app.post(
    `${api}/ready-to-invoice/leave-out`,
    commandRoute(moneyDrafters, {
      tags,
      summary: 'Leave visits out: nobody is charged for them',
      body: LeaveOut,
      answer: Saved(Type.Null()),
    }),
    (request) => save(request, 'visits left out', (write) => leaveOut(write, request.body)),
  );

  app.post(
    `${api}/ready-to-invoice/bring-back`,
    commandRoute(moneyDrafters, {
      tags,
      summary: 'Bring visits back that were left out',
      body: BringBack,
      answer: Saved(Type.Null()),
    }),
    (request) => save(request, 'visits brought back', (write) => bringBack(write, request.body.visits)),
  );

  app.post(
    `${api}/invoices/from-work`,
    commandRoute(moneyDrafters, {
      tags,
      summary: 'Draft an invoice from finished work',
      description:
        'Charges each visit once: the time of everyone on site by the timesheets, the call-out and the parts used, or the fixed price of the job’s type. What isn’t known is a line without a price.',
      body: WorkToInvoice,
      answer: Saved(InvoiceRecord),
    }),
    (request) => save(request, 'invoice added', (write) => invoiceWork(write, request.body)),
  );
};
