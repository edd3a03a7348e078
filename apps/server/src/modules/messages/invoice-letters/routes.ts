import { Conflict, Saved, Shown } from '@muster/domain/basics/changes/schema';
import {
  HandedOver,
  InvoiceLetter,
  InvoiceLetterPreview,
  InvoiceLetterQuery,
  NewInvoiceLetter,
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
import { lettersOfInvoice, noteHandedOver, previewLetter, sendAskedFor } from './service.ts';

const base = '/services/scheduling/api/v1/invoices/:id';
const tags = ['Invoices'];
const params = Type.Object({ id: Id });

export const invoiceLetterRoutes: Module = (app, platform) => {
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
        summary: 'List what was sent about an invoice, the latest first, and what became of it',
        params,
        response: {
          200: envelope(Type.Object({ rows: Type.Array(ShownInvoiceLetter), change: Type.Integer() })),
          404: envelope(Type.Null()),
        },
      },
    },
    (request) => read(request, async (db) => ({ rows: await lettersOfInvoice(db, request.params.id) })),
  );

  app.get(
    `${base}/letter`,
    {
      config: { access: moneyKeepers },
      schema: {
        tags,
        summary: 'See the email and the text about an invoice before they’re sent',
        params,
        querystring: InvoiceLetterQuery,
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
        row: await previewLetter(db, platform, accountOf(request), request.params.id, {
          ...request.query,
          at: new Date(now()),
        }),
      })),
  );

  app.post(
    `${base}/letters`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Send an issued invoice, or a reminder of it, by email or text',
      description:
        'Repeat with the same Idempotency-Key until you get an answer: it’s only sent once. A new key sends it again; a reminder a second time on one day only with the fingerprint of its preview.',
      params,
      body: NewInvoiceLetter,
      answer: Saved(Type.Array(InvoiceLetter)),
    }),
    (request) =>
      save(request, request.body.kind === 'reminder' ? 'invoice reminded' : 'invoice sent', (write) =>
        sendAskedFor(write, platform, accountOf(request), request.params.id, request.body),
      ),
  );

  app.post(
    `${base}/handed-over`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Note that an issued invoice was printed, posted or given to the customer some other way',
      params,
      body: HandedOver,
      answer: Saved(InvoiceLetter),
    }),
    (request) =>
      save(request, 'invoice handed over', (write) =>
        noteHandedOver(write, request.params.id, request.body.note ?? ''),
      ),
  );
};
