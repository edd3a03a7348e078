import { Billing, BillingInvoice } from '@muster/domain/identity/billing/schema';
import { Type } from 'typebox';
import { owners } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { pdfAnswer, sendPdf } from '../../../platform/pdf.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { readStripeEvent, StripeFailure } from '../../../platform/stripe.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import { reckonAside } from '../../../platform/threads.ts';
import { BILLING_SETTLED, describeBilling, describeInvoices, readInvoice, settleBilling } from './service.ts';
import { accountOfCustomer } from './store.ts';

const base = '/services/subscription/api/v1';
const tags = ['Subscription'];
const params = Type.Object({ id: Type.String({ maxLength: 103 }) });
/** An event of ours holds an invoice with its lines. */
const LONGEST_EVENT = 1_000_000;

export const billingRoutes: Module = (root, deps) => {
  const {
    database: { db },
    settings,
    now,
  } = deps;

  root.get(
    `${base}/billing`,
    {
      config: { access: owners },
      schema: {
        tags,
        summary: 'Get how the account stands with Muster',
        response: { 200: envelope(Billing) },
      },
    },
    async (request) => {
      const account = accountOf(request);
      return done(await withAccount(db, account, (db) => describeBilling(db, deps, account)));
    },
  );

  root.post(
    `${base}/billing/check`,
    {
      config: {
        access: owners,
        idempotent: 'it only asks, and says what is so',
        whenReadOnly: 'whoever has paid need not wait',
      },
      schema: {
        tags,
        summary: 'Ask Stripe now how the account stands, for example on the way back from its page',
        description: 'If Stripe doesn’t say, the answer is what was known before: see `asked_at`.',
        response: { 200: envelope(Billing) },
      },
    },
    async (request) => {
      const account = accountOf(request);
      await settleBilling(deps, account).catch((error: unknown) => {
        if (!(error instanceof StripeFailure)) throw error;
      });
      return done(await withAccount(db, account, (db) => describeBilling(db, deps, account)));
    },
  );

  root.get(
    `${base}/billing/invoices`,
    {
      config: { access: owners },
      schema: {
        tags,
        summary: 'List the tax invoices from Muster, the latest first',
        response: { 200: envelope(Type.Array(BillingInvoice)) },
      },
    },
    async (request) => done(await withAccount(db, accountOf(request), describeInvoices)),
  );

  root.get(
    `${base}/billing/invoices/:id/paper.pdf`,
    {
      config: { access: owners },
      schema: {
        tags,
        summary: 'Get a tax invoice from Muster as a PDF',
        params,
        response: { 200: pdfAnswer },
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      const invoice = await withAccount(db, account, (db) => readInvoice(db, request.params.id));
      const brand = settings.BRAND_NAME;
      const drawn = await reckonAside(account, 'billingPaper', { invoice, brand });
      return sendPdf(reply, `${invoice.number.replaceAll(/[^\w-]/g, '')}.pdf`, drawn);
    },
  );

  root.register(async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: LONGEST_EVENT },
      (_request, body, done) => done(null, body),
    );
    app.post(
      `${base}/events`,
      {
        config: {
          access: 'public',
          idempotent: 'however often Stripe tells, it is asked how things stand',
          ownToken: 'its signature',
        },
        schema: {
          tags,
          summary: 'Hear from Stripe about subscriptions. For Stripe alone',
          response: { 200: envelope(Type.Null()) },
        },
      },
      async (request) => {
        const secret = settings.BILLING_STRIPE_WEBHOOK_SECRET;
        if (secret === undefined) throw new Failure('notFound');
        const signature = request.headers['stripe-signature'];
        const event = readStripeEvent(request.body as Buffer, {
          signature: typeof signature === 'string' ? signature : undefined,
          secret,
          now: now(),
        });
        if (!event) throw new Failure('malformed', 'The signature is wrong.');
        const customer: unknown = Reflect.get(event.data.object, 'customer');
        const account = typeof customer === 'string' ? await accountOfCustomer(db, customer) : undefined;
        // Others of the operator's customers are nothing to us.
        if (account !== undefined) await transaction(db, (db) => enqueue(db, BILLING_SETTLED, { account }));
        return done(null);
      },
    );
  });
};
