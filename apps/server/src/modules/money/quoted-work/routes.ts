import { Saved, Shown } from '@muster/domain/basics/changes/schema';
import { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import {
  QuoteAcceptance,
  QuotedJob,
  QuoteInvoice,
  QuoteProgress,
  QuoteRecord,
} from '@muster/domain/money/quotes/schema';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import {
  commandRoute,
  moneyDrafters,
  moneyKeepers,
  readingLive,
  savingLive,
} from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { acceptAndBegin, invoiceQuote, makeJob, progressOf } from './service.ts';

const base = '/services/scheduling/api/v1/quotes/:id';
const tags = ['Quotes'];
const params = Type.Object({ id: Id });

/** What an accepted quote becomes: a job, and invoices that add up to it. */
export const quotedWorkRoutes: Module = (app, { database: { db }, now }) => {
  const save = savingLive(db, now);
  const read = readingLive(db);

  app.post(
    `${base}/accept`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Accept a quote for the customer',
      description:
        'It becomes a job with a visit to schedule, and its deposit is invoiced. Say which option and extras were chosen.',
      params,
      body: QuoteAcceptance,
      answer: Saved(QuoteRecord),
    }),
    (request) =>
      save(request, 'quote accepted', (write) =>
        acceptAndBegin(write, request.params.id, request.body, { isOwn: false }),
      ),
  );

  app.post(
    `${base}/job`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Make the job of an accepted quote',
      description: 'Needed only if nothing said where the work is done when it was accepted.',
      params,
      body: QuotedJob,
      answer: Saved(QuoteRecord),
    }),
    (request) => save(request, 'job added', (write) => makeJob(write, request.params.id, request.body)),
  );

  app.post(
    `${base}/invoices`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Draft an invoice of a part of an accepted quote, or of all that is left',
      params,
      body: QuoteInvoice,
      answer: Saved(InvoiceRecord),
    }),
    (request) =>
      save(request, 'invoice added', (write) => invoiceQuote(write, request.params.id, request.body)),
  );

  app.get(
    `${base}/progress`,
    {
      config: { access: moneyDrafters },
      schema: {
        tags,
        summary: 'Get how much of an accepted quote was charged',
        params,
        response: { 200: envelope(Shown(QuoteProgress)), 404: envelope(Type.Null()) },
      },
    },
    (request) => read(request, async (db) => ({ row: await progressOf(db, request.params.id) })),
  );
};
