import { Page, Saved, Shown } from '@muster/domain/basics/changes/schema';
import {
  NewQuote,
  NewTemplate,
  QuoteEdit,
  QuoteQuery,
  QuoteQuestion,
  QuoteRecord,
  QuoteRefusal,
  QuoteSummary,
  QuoteTotals,
  QuoteTotalsQuery,
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
import { recordRoutes } from '../../../platform/changes/record.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { exportRoute } from '../../work/exports/service.ts';
import { today } from '../money-settings/service.ts';
import {
  addQuote,
  answerQuestion,
  declineQuote,
  editQuote,
  pageQuotes,
  readQuote,
  removeQuote,
  renewQuote,
  saveTemplate,
  totalsOfQuotes,
} from './service.ts';
import { quoteColumns } from './templates.ts';

const api = '/services/scheduling/api/v1';
const base = `${api}/quotes`;
const tags = ['Quotes'];
const params = Type.Object({ id: Id });
const config = { access: moneyDrafters };

/** What work would cost, and what customers said to that. */
export const quoteRoutes: Module = (app, platform) => {
  const {
    database: { db },
    now,
  } = platform;
  const read = readingLive(db);
  const save = savingLive(db, now);
  const at = () => new Date(now());

  app.get(
    base,
    {
      config,
      schema: {
        tags,
        summary: 'List quotes, the latest version of each, page by page',
        querystring: QuoteQuery,
        response: { 200: envelope(Page(QuoteSummary)) },
      },
    },
    (request) => read(request, (db) => pageQuotes(db, request.query, at())),
  );

  app.get(
    `${base}/summary`,
    {
      config,
      schema: {
        tags,
        summary: 'Count and sum up quotes, view by view',
        querystring: QuoteTotalsQuery,
        response: { 200: envelope(Shown(QuoteTotals)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await totalsOfQuotes(db, request.query, at()) })),
  );

  exportRoute(app, platform, {
    name: 'quotes',
    tag: 'Quotes',
    access: moneyDrafters,
    query: QuoteQuery,
    columns: async (_, db) => quoteColumns(await today(db, at())),
    readPage: pageQuotes,
  });

  app.get(
    `${base}/:id`,
    {
      config,
      schema: {
        tags,
        summary: 'Get a version of a quote, or a template',
        params,
        response: { 200: envelope(Shown(QuoteRecord)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await readQuote(db, request.params.id) })),
  );

  recordRoutes(app, platform, {
    base,
    tags,
    access: moneyDrafters,
    thing: 'quote',
    row: QuoteRecord,
    add: { summary: 'Draft a quote', body: NewQuote, run: addQuote },
    edit: { summary: 'Edit a draft or a template', body: QuoteEdit, run: editQuote },
    remove: { summary: 'Remove a draft or a template', run: removeQuote },
  });

  app.post(
    `${base}/:id/template`,
    commandRoute(moneyDrafters, {
      tags,
      summary: 'Save what is in a quote as a template',
      params,
      body: NewTemplate,
      answer: Saved(QuoteRecord),
    }),
    (request) =>
      save(request, 'quote added', (write) => saveTemplate(write, request.params.id, request.body.title)),
  );

  app.post(
    `${base}/:id/renew`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Draft the next version of a quote that was sent: the one before can’t be accepted any more',
      params,
      answer: Saved(QuoteRecord),
    }),
    (request) => save(request, 'quote renewed', (write) => renewQuote(write, request.params.id)),
  );

  app.post(
    `${base}/:id/decline`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Note that a customer declined a quote',
      params,
      body: QuoteRefusal,
      answer: Saved(QuoteRecord),
    }),
    (request) =>
      save(request, 'quote declined', (write) =>
        declineQuote(write, request.params.id, request.body, { isOwn: false }),
      ),
  );

  app.post(
    `${api}/quote-questions/:id/answered`,
    commandRoute(moneyDrafters, {
      tags,
      summary: 'Note that a customer’s question about a quote was dealt with',
      params,
      answer: Saved(QuoteQuestion),
    }),
    (request) => save(request, 'question dealt with', (write) => answerQuestion(write, request.params.id)),
  );
};
