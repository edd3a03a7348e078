import { Page, Saved, Shown } from '@muster/domain/basics/changes/schema';
import {
  BookDifference,
  BookDifferenceQuery,
  BookEntry,
  BookEntryQuery,
  BookScope,
  BookScopeQuery,
  BooksState,
  BookStanding,
  NewBookAnswer,
} from '@muster/domain/money/accounting/schema';
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
import { accountOf } from '../../../platform/sign-in/access.ts';
import {
  answerTo,
  differencesOf,
  entriesOf,
  scopeOfBooks,
  sendAgain,
  standingOfPaper,
  standingOfPayment,
  stateOfBooks,
} from './service.ts';

const base = '/services/accounting/api/v1/books';
const tags = ['Accounting'];
const params = Type.Object({ id: Id });
const Again = Type.Object({ count: Type.Integer({ description: 'So many are tried again' }) });

/** What goes over to the program for accounts, what was not accepted, and what differs there. */
export const accountingRoutes: Module = (app, platform) => {
  const {
    database: { db },
    now,
  } = platform;
  const read = readingLive(db);
  const save = savingLive(db, now);

  app.get(
    base,
    {
      config: { access: moneyKeepers },
      schema: {
        tags,
        summary: 'Get how your books in the accounting program stand',
        response: { 200: envelope(Shown(BooksState)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await stateOfBooks(db, platform, accountOf(request)) })),
  );

  app.get(
    `${base}/scope`,
    {
      config: { access: moneyKeepers },
      schema: {
        tags,
        summary: 'Count what would go over from a day on, and hasn’t',
        querystring: BookScopeQuery,
        response: { 200: envelope(Shown(BookScope)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await scopeOfBooks(db, request.query.from) })),
  );

  app.get(
    `${base}/entries`,
    {
      config: { access: moneyKeepers },
      schema: {
        tags,
        summary: 'List what waits to go over, what went over, or what wasn’t accepted',
        querystring: BookEntryQuery,
        response: { 200: envelope(Page(BookEntry)) },
      },
    },
    (request) => read(request, (db) => entriesOf(db, request.query)),
  );

  app.get(
    `${base}/differences`,
    {
      config: { access: moneyKeepers },
      schema: {
        tags,
        summary: 'List what differs between your books and the accounting program, or has to be chosen',
        querystring: BookDifferenceQuery,
        response: { 200: envelope(Page(BookDifference)) },
      },
    },
    (request) => read(request, (db) => differencesOf(db, request.query)),
  );

  app.post(
    `${base}/differences/:id/answer`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Settle a difference',
      params,
      body: NewBookAnswer,
      answer: Saved(Type.Object({ answered: Type.Boolean() })),
    }),
    (request) => save(request, 'books mended', (write) => answerTo(write, request.params.id, request.body)),
  );

  app.post(
    `${base}/refused/again`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Send everything that wasn’t accepted again',
      answer: Saved(Again),
    }),
    (request) => save(request, 'books sent again', (write) => sendAgain(write)),
  );

  app.post(
    `${base}/refused/:id/again`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Send one thing that wasn’t accepted again',
      params,
      answer: Saved(Again),
    }),
    (request) => save(request, 'books sent again', (write) => sendAgain(write, request.params.id)),
  );

  app.get(
    `${base}/invoices/:id`,
    {
      config: { access: moneyDrafters },
      schema: {
        tags,
        summary: 'Get how an invoice or credit note stands in the accounting program',
        params,
        response: { 200: envelope(Shown(BookStanding)), 404: envelope(Type.Null()) },
      },
    },
    (request) => read(request, async (db) => ({ row: await standingOfPaper(db, request.params.id) })),
  );

  app.get(
    `${base}/payments/:id`,
    {
      config: { access: moneyDrafters },
      schema: {
        tags,
        summary: 'Get how a payment or refund stands in the accounting program',
        params,
        response: { 200: envelope(Shown(BookStanding)), 404: envelope(Type.Null()) },
      },
    },
    (request) => read(request, async (db) => ({ row: await standingOfPayment(db, request.params.id) })),
  );
};
