import { Page, Shown } from '@muster/domain/basics/changes/schema';
import { BookPeriod } from '@muster/domain/money/bookkeeping/schema';
import {
  CardClearing,
  CardFees,
  CardPaymentFilter,
  CardPaymentQuery,
  CardPaymentSummary,
  CardPayoutQuery,
  CardPayoutRecord,
  CardPayoutSummary,
  PayoutLine,
} from '@muster/domain/money/card-balance/schema';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { moneyKeepers, readingLive } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { csvAnswer, sendCsv } from '../../../platform/http/answers/csv.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { csvOf, refuseNoPeriod } from '../bookkeeping/service.ts';
import { clearingNow, feesOfPeriod, payoutLines, payoutOf, payoutsOf } from './service.ts';
import { listCardPayments, type Part, sumFees } from './store.ts';
import { cardPaymentsLayout, feesLayout, payoutLayout } from './templates.ts';

const base = '/services/payments/api/v1';
const tags = ['Card payments'];
const params = Type.Object({ id: Id });
const config = { access: moneyKeepers };

/** What cards brought, what Stripe kept of it, and what reached the bank account. */
export const cardBalanceRoutes: Module = (app, { database: { db } }) => {
  const read = readingLive(db);

  app.get(
    `${base}/clearing`,
    {
      config,
      schema: {
        tags,
        summary: 'Get what of card money is still at Stripe, and what that comes from',
        description:
          'Opening + received − refunded − disputed − fees + other = clearing + paid out, in the account that is connected. Test payments are left out.',
        response: { 200: envelope(Shown(CardClearing)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await clearingNow(db) })),
  );

  app.get(
    `${base}/card-payments`,
    {
      config,
      schema: {
        tags,
        summary: 'List card payments with their fees and payouts, page by page',
        querystring: CardPaymentQuery,
        response: { 200: envelope(Page(CardPaymentSummary)) },
      },
    },
    (request) => read(request, (db) => listCardPayments(db, request.query)),
  );

  app.get(
    `${base}/card-payments.csv`,
    {
      config,
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Export card payments with their fees and payouts as CSV',
        querystring: CardPaymentFilter,
        response: { 200: csvAnswer },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const parts = csvOf(
        db,
        accountOf(request),
        cardPaymentsLayout,
        (db, page) => listCardPayments(db, { ...query, sort: 'paid', ...page }),
        'people',
      );
      return sendCsv(reply, 'card-payments', parts);
    },
  );

  app.get(
    `${base}/fees`,
    {
      config,
      schema: {
        tags,
        summary: 'Add up what Stripe kept in a period',
        description: 'Of card payments here, and what Stripe charged by itself. Test payments are left out.',
        querystring: BookPeriod,
        response: { 200: envelope(Shown(CardFees)) },
      },
    },
    (request) => {
      refuseNoPeriod(request.query);
      return read(request, async (db) => ({ row: await sumFees(db, request.query) }));
    },
  );

  app.get(
    `${base}/fees.csv`,
    {
      config,
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Export what Stripe kept in a period as CSV',
        querystring: BookPeriod,
        response: { 200: csvAnswer },
      },
    },
    async (request, reply) => {
      const { query } = request;
      refuseNoPeriod(query);
      const read = (db: Tx, page: Part) => feesOfPeriod(db, query, page);
      const parts = csvOf(db, accountOf(request), feesLayout, read, 'people');
      return sendCsv(reply, `stripe-fees-${query.from}-${query.to}`, parts);
    },
  );

  app.get(
    `${base}/payouts`,
    {
      config,
      schema: {
        tags,
        summary: 'List payouts to the bank account, the latest first, page by page',
        querystring: CardPayoutQuery,
        response: { 200: envelope(Page(CardPayoutSummary)) },
      },
    },
    (request) => read(request, (db) => payoutsOf(db, request.query)),
  );

  app.get(
    `${base}/payouts/:id`,
    {
      config,
      schema: {
        tags,
        summary: 'Get a payout, and what it is made of',
        params,
        response: { 200: envelope(Shown(CardPayoutRecord)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await payoutOf(db, request.params.id) })),
  );

  app.get(
    `${base}/payouts/:id/lines`,
    {
      config,
      schema: {
        tags,
        summary: 'List the lines that a payout is made of, page by page',
        params,
        querystring: CardPayoutQuery,
        response: { 200: envelope(Page(PayoutLine)) },
      },
    },
    (request) =>
      read(request, async (db) => {
        await payoutOf(db, request.params.id);
        return payoutLines(db, request.params.id, request.query);
      }),
  );

  app.get(
    `${base}/payouts/:id/lines.csv`,
    {
      config,
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Export the lines that a payout is made of as CSV',
        params,
        response: { 200: csvAnswer, 404: envelope(Type.Null()) },
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      const { id } = request.params;
      const { arrives_on } = await withAccount(db, account, (db) => payoutOf(db, id));
      const parts = csvOf(db, account, payoutLayout, (db, page) => payoutLines(db, id, page), 'people');
      return sendCsv(reply, `payout-${arrives_on}`, parts);
    },
  );
};
