import { Conflict, Saved, Shown } from '@muster/domain/basics/changes/schema';
import {
  HandedOver,
  InvoiceLetter,
  InvoiceLetterPreview,
  NewQuoteLetter,
  ReceiptLetterQuery,
  ShownInvoiceLetter,
} from '@muster/domain/messages/invoice-letters/schema';
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
import { lettersOfQuote, noteQuoteHandedOver, previewQuoteLetter, sendQuoteLetter } from './service.ts';

const base = '/services/scheduling/api/v1/quotes/:id';
const tags = ['Quotes'];
const params = Type.Object({ id: Id });

export const quoteLetterRoutes: Module = (app, platform) => {
  const {
    database: { db },
    now,
  } = platform;
  const read = readingLive(db);
  const save = savingLive(db, now);

  app.get(
    `${base}/letters`,
    {
      config: { access: moneyDrafters },
      schema: {
        tags,
        summary: 'List how a version of a quote went to the customer, the latest first',
        params,
        response: {
          200: envelope(Type.Object({ rows: Type.Array(ShownInvoiceLetter), change: Type.Integer() })),
          404: envelope(Type.Null()),
        },
      },
    },
    (request) => read(request, async (db) => ({ rows: await lettersOfQuote(db, request.params.id) })),
  );

  app.get(
    `${base}/letter`,
    {
      config: { access: moneyKeepers },
      schema: {
        tags,
        summary: 'See the email and the text with a quote before they’re sent',
        params,
        querystring: ReceiptLetterQuery,
        response: {
          200: envelope(Shown(InvoiceLetterPreview)),
          404: envelope(Type.Null()),
          409: envelope(Conflict),
          422: envelope(Type.Null()),
        },
      },
    },
    (request) =>
      read(request, async (db) => ({
        row: await previewQuoteLetter(db, platform, accountOf(request), request.params.id, {
          ...request.query,
          at: new Date(now()),
        }),
      })),
  );

  app.post(
    `${base}/letters`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Send a quote by email or text: a draft never changes from then on',
      description: 'Repeat with the same Idempotency-Key until you get an answer: it’s only sent once.',
      params,
      body: NewQuoteLetter,
      answer: Saved(Type.Array(InvoiceLetter)),
    }),
    (request) =>
      save(request, 'quote sent', (write) =>
        sendQuoteLetter(write, platform, accountOf(request), request.params.id, request.body),
      ),
  );

  app.post(
    `${base}/handed-over`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Note that a quote was shown, printed or given to the customer some other way',
      params,
      body: HandedOver,
      answer: Saved(InvoiceLetter),
    }),
    (request) =>
      save(request, 'quote handed over', (write) =>
        noteQuoteHandedOver(write, request.params.id, request.body.note ?? ''),
      ),
  );
};
