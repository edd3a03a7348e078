import { Page } from '@muster/domain/basics/changes/schema';
import {
  BookPeriod,
  BookTotals,
  GstEntry,
  GstEntryQuery,
  GstQuery,
  GstSummary,
} from '@muster/domain/money/bookkeeping/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { type Static, Type } from 'typebox';
import { moneyKeepers, reading } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Module } from '../../../platform/deps.ts';
import { csvAnswer, sendCsv, sendTabbed, tabbedAnswer } from '../../../platform/http/answers/csv.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { moneySettingsOf } from '../money-settings/service.ts';
import { csvOf, gstEntries, gstSummary, refuseNoPeriod, tabbedOf } from './service.ts';
import { addUp, listBooked, listBookedPayments, listMoney, type Part } from './store.ts';
import {
  gstLayout,
  linesLayout,
  myobPaymentsLayout,
  myobSalesLayout,
  paymentsLayout,
  xeroLayout,
} from './templates.ts';

const base = '/services/scheduling/api/v1/bookkeeping';
const tags = ['Bookkeeping'];
const config = { access: moneyKeepers };

/** What whoever keeps the books takes away: what was sold and paid, in the layouts of their program, and the GST of a period. */
export const bookkeepingRoutes: Module = (app, { database: { db } }) => {
  const read = reading(db);

  app.get(
    `${base}/totals`,
    {
      config,
      schema: {
        tags,
        summary: 'Add up the invoices, credit notes and payments of a period',
        querystring: BookPeriod,
        response: { 200: envelope(Type.Object({ row: BookTotals, change: Type.Integer() })) },
      },
    },
    (request) => {
      refuseNoPeriod(request.query);
      return read(request, async (db) => ({ row: await addUp(db, request.query) }));
    },
  );

  app.get(
    `${base}/gst`,
    {
      config,
      schema: {
        tags,
        summary: 'Get the GST of a period, on a cash or an accrual basis',
        description:
          'Cash: what was paid of each invoice in the period. Accrual: invoices by their day, or by the day of the first payment if that was earlier. Credit notes, refunds and payments taken back count in their own period.',
        querystring: GstQuery,
        response: { 200: envelope(GstSummary) },
      },
    },
    async (request) => {
      refuseNoPeriod(request.query);
      return done(await gstSummary(db, accountOf(request), request.query));
    },
  );

  app.get(
    `${base}/gst/entries`,
    {
      config,
      schema: {
        tags,
        summary: 'List what the GST of a period comes from, page by page',
        querystring: GstEntryQuery,
        response: { 200: envelope(Page(GstEntry)) },
      },
    },
    (request) => {
      refuseNoPeriod(request.query);
      const { cursor, limit = 50 } = request.query;
      return read(request, async (db) => {
        const { rows, next } = await gstEntries(db, request.query, { cursor, limit });
        return { rows: [...rows], next };
      });
    },
  );

  const settingsOf = (account: AccountId) => withAccount(db, account, moneySettingsOf);
  const own = (period: BookPeriod) => (db: Tx, page: Part) => listBooked(db, { ...period, own: true }, page);

  tableRoute(
    'gst',
    'csv',
    { summary: 'Export what the GST of a period comes from as CSV', querystring: GstQuery },
    (account, query) => csvOf(db, account, gstLayout, (db, page) => gstEntries(db, query, page), 'people'),
  );
  tableRoute(
    'xero',
    'csv',
    {
      summary: 'Export the invoices and credit notes of a period as Xero imports them',
      description: 'Amounts include tax: choose that when you import. Credit notes are below zero.',
      querystring: BookPeriod,
    },
    async (account, period) => {
      const { xero_sales_account } = await settingsOf(account);
      return csvOf(db, account, xeroLayout(xero_sales_account), own(period), 'a program');
    },
  );
  tableRoute(
    'myob-sales',
    'txt',
    {
      summary: 'Export the invoices and credit notes of a period as MYOB imports service sales',
      querystring: BookPeriod,
    },
    async (account, period) => {
      const { myob_sales_account } = await settingsOf(account);
      return tabbedOf(db, account, myobSalesLayout(myob_sales_account), own(period), ({ id }) => id);
    },
  );
  tableRoute(
    'myob-payments',
    'txt',
    {
      summary: 'Export what was paid of invoices in a period as MYOB imports received payments',
      querystring: BookPeriod,
    },
    async (account, period) => {
      const { myob_bank_account } = await settingsOf(account);
      const read = (db: Tx, page: Part) => listBookedPayments(db, period, page);
      return tabbedOf(db, account, myobPaymentsLayout(myob_bank_account), read, (it) => it.payment_id);
    },
  );
  tableRoute(
    'lines',
    'csv',
    {
      summary: 'Export the lines of all invoices and credit notes of a period as CSV',
      querystring: BookPeriod,
    },
    (account, period) =>
      csvOf(
        db,
        account,
        linesLayout,
        (db, page) => listBooked(db, { ...period, own: false }, page),
        'people',
      ),
  );
  tableRoute(
    'payments',
    'csv',
    { summary: 'Export the payments and refunds of a period as CSV', querystring: BookPeriod },
    (account, period) =>
      csvOf(db, account, paymentsLayout, (db, page) => listMoney(db, period, page), 'people'),
  );

  /** A call that gives out a table of a period, as it is read. */
  function tableRoute<Query extends typeof BookPeriod>(
    name: string,
    ending: 'csv' | 'txt',
    about: { readonly summary: string; readonly description?: string; readonly querystring: Query },
    partsOf: (
      account: AccountId,
      query: Static<Query>,
    ) => AsyncGenerator<string> | Promise<AsyncGenerator<string>>,
  ): void {
    app.get(
      `${base}/${name}.${ending}`,
      {
        config,
        exposeHeadRoute: false,
        schema: { tags, ...about, response: { 200: ending === 'csv' ? csvAnswer : tabbedAnswer } },
      },
      async (request, reply) => {
        const query = request.query as Static<Query>;
        refuseNoPeriod(query);
        const send = ending === 'csv' ? sendCsv : sendTabbed;
        return send(reply, `${name}-${query.from}-${query.to}`, await partsOf(accountOf(request), query));
      },
    );
  }
};
