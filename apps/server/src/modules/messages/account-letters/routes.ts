import { Conflict, Saved, Shown } from '@muster/domain/basics/changes/schema';
import {
  InvoiceLetter,
  InvoiceLetterPreview,
  NewReceiptLetter,
  NewStatementLetter,
  ReceiptLetterQuery,
  ShownInvoiceLetter,
  StatementLetterQuery,
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
import { holdPayment } from '../../money/payments/service.ts';
import { lettersOfPayment, previewAccountLetter, sendAccountLetter } from '../invoice-letters/service.ts';
import { letterWithReceipt, letterWithStatement } from './service.ts';

const api = '/services/scheduling/api/v1';
const statement = `${api}/customers/:id/statement`;
const payment = `${api}/payments/:id`;
const tags = ['Payments'];
const params = Type.Object({ id: Id });

export const accountLetterRoutes: Module = (app, { database: { db }, now }) => {
  const read = readingLive(db);
  const save = savingLive(db, now);

  app.get(
    `${statement}/letter`,
    {
      config: { access: moneyKeepers },
      schema: {
        tags,
        summary: 'See the email with a customer’s statement before it’s sent',
        params,
        querystring: StatementLetterQuery,
        response: {
          200: envelope(Shown(InvoiceLetterPreview)),
          404: envelope(Type.Null()),
          409: envelope(Conflict),
          422: envelope(Type.Null()),
        },
      },
    },
    (request) =>
      read(request, async (db) => {
        const letter = await letterWithStatement(db, request.params.id, request.query);
        const at = new Date(now());
        return { row: await previewAccountLetter(db, accountOf(request), letter, { ...request.query, at }) };
      }),
  );

  app.post(
    `${statement}/letters`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Email a customer their statement',
      description:
        'Repeat with the same Idempotency-Key until you get an answer: it’s only sent once. A new key sends it again.',
      params,
      body: NewStatementLetter,
      answer: Saved(InvoiceLetter),
    }),
    (request) =>
      save(request, 'statement sent', async (write) => {
        const letter = await letterWithStatement(write.db, request.params.id, request.body);
        return sendAccountLetter(write, accountOf(request), letter, request.body);
      }),
  );

  app.get(
    `${payment}/letters`,
    {
      config: { access: moneyDrafters },
      schema: {
        tags,
        summary: 'List how the receipt of a payment was emailed, the latest first, and what became of it',
        params,
        response: {
          200: envelope(Type.Object({ rows: Type.Array(ShownInvoiceLetter), change: Type.Integer() })),
          404: envelope(Type.Null()),
        },
      },
    },
    (request) => read(request, async (db) => ({ rows: await lettersOfPayment(db, request.params.id) })),
  );

  app.get(
    `${payment}/letter`,
    {
      config: { access: moneyKeepers },
      schema: {
        tags,
        summary: 'See the email with the receipt of a payment or a refund before it’s sent',
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
      read(request, async (db) => {
        const letter = await letterWithReceipt(db, request.params.id);
        const at = new Date(now());
        return { row: await previewAccountLetter(db, accountOf(request), letter, { ...request.query, at }) };
      }),
  );

  app.post(
    `${payment}/letters`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Email the receipt of a payment or a refund',
      description:
        'Repeat with the same Idempotency-Key until you get an answer: it’s only sent once. A new key sends it again. Refused once it is reversed.',
      params,
      body: NewReceiptLetter,
      answer: Saved(InvoiceLetter),
    }),
    (request) =>
      save(request, 'receipt sent', async (write) => {
        // Before it is read: no receipt leaves for what is reversed meanwhile.
        await holdPayment(write.db, request.params.id);
        const letter = await letterWithReceipt(write.db, request.params.id);
        return sendAccountLetter(write, accountOf(request), letter, request.body);
      }),
  );
};
