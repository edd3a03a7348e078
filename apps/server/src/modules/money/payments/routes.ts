import { Page, Saved, Shown } from '@muster/domain/basics/changes/schema';
import {
  Credit,
  CreditUse,
  InvoicePayment,
  NewPayment,
  NewRefund,
  PaymentEdit,
  PaymentQuery,
  PaymentRecord,
  PaymentSummary,
  TakeBack,
} from '@muster/domain/money/payments/schema';
import { receiptFileName } from '@muster/domain/money/payments/words';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import {
  commandRoute,
  moneyDrafters,
  moneyKeepers,
  readingLive,
  savingLive,
} from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { pdfAnswer, sendPdf } from '../../../platform/pdf.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import {
  creditOf,
  drawReceipt,
  editPayment,
  pagePayments,
  paymentOf,
  paymentsOfInvoice,
  printedReceipt,
  recordPayment,
  refundCredit,
  takeBackPayment,
  useCredit,
} from './service.ts';

const api = '/services/scheduling/api/v1';
const base = `${api}/payments`;
const tags = ['Payments'];
const params = Type.Object({ id: Id });
const config = { access: moneyDrafters };

/** What customers paid, what they have with the business, and what of it went back. */
export const paymentRoutes: Module = (app, platform) => {
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
        summary: 'List payments and refunds, page by page',
        description: 'A search for an amount with cents, such as `165.00`, finds payments of that amount.',
        querystring: PaymentQuery,
        response: { 200: envelope(Page(PaymentSummary)) },
      },
    },
    (request) => read(request, (db) => pagePayments(db, request.query)),
  );

  app.get(
    `${base}/:id`,
    {
      config,
      schema: {
        tags,
        summary: 'Get a payment or a refund, with what it paid for',
        params,
        response: { 200: envelope(Shown(PaymentRecord)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await paymentOf(db, request.params.id) })),
  );

  app.get(
    `${base}/:id/receipt.pdf`,
    {
      config,
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Get the receipt of a payment or a refund as a PDF',
        params,
        response: { 200: pdfAnswer, 404: envelope(Type.Null()) },
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      const printed = await withAccount(db, account, (db) => printedReceipt(db, request.params.id));
      return sendPdf(reply, receiptFileName(printed.payment), await drawReceipt(platform, account, printed));
    },
  );

  app.post(
    base,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Record a payment',
      description:
        'It pays for the invoices named, all billed to the same customer. What is left stays with the customer as credit.',
      body: NewPayment,
      answer: Saved(PaymentRecord),
    }),
    (request) => save(request, 'payment recorded', (write) => recordPayment(write, request.body)),
  );

  app.patch(
    `${base}/:id`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Edit how a payment was made, its reference or its note',
      params,
      body: PaymentEdit,
      answer: Saved(PaymentRecord),
    }),
    (request) =>
      save(request, 'payment edited', (write) => editPayment(write, request.params.id, request.body)),
  );

  app.post(
    `${base}/:id/take-back`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Take a payment or a refund back',
      description: 'What it paid for is owed again from that day. Until then it counted.',
      params,
      body: TakeBack,
      answer: Saved(PaymentRecord),
    }),
    (request) =>
      save(request, 'payment taken back', (write) => takeBackPayment(write, request.params.id, request.body)),
  );

  app.get(
    `${api}/invoices/:id/payments`,
    {
      config,
      schema: {
        tags,
        summary: 'List what paid for an invoice, or what a credit note was used for',
        params,
        response: {
          200: envelope(Type.Object({ rows: Type.Array(InvoicePayment), change: Type.Integer() })),
        },
      },
    },
    (request) => read(request, async (db) => ({ rows: await paymentsOfInvoice(db, request.params.id) })),
  );

  app.get(
    `${api}/customers/:id/credit`,
    {
      config,
      schema: {
        tags,
        summary: 'Get what a customer has with you, and what they owe',
        params,
        response: { 200: envelope(Shown(Credit)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await creditOf(db, request.params.id) })),
  );

  app.post(
    `${api}/customers/:id/credit/use`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Pay invoices with a customer’s credit, the oldest credit first',
      params,
      body: CreditUse,
      answer: Saved(Credit),
    }),
    (request) => save(request, 'credit used', (write) => useCredit(write, request.params.id, request.body)),
  );

  app.post(
    `${api}/customers/:id/credit/refund`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Record a refund of a customer’s credit, the oldest first',
      params,
      body: NewRefund,
      answer: Saved(PaymentRecord),
    }),
    (request) =>
      save(request, 'refund recorded', (write) => refundCredit(write, request.params.id, request.body)),
  );
};
