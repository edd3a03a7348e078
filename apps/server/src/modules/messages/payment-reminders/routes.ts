import { Saved, Shown } from '@muster/domain/basics/changes/schema';
import {
  InvoiceAttention,
  ReminderChoice,
  ReminderPlan,
} from '@muster/domain/messages/payment-reminders/schema';
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
import { attentionOf, chooseReminders, planOf } from './service.ts';

const base = '/services/scheduling/api/v1/invoices';
const tags = ['Invoices'];
const params = Type.Object({ id: Id });
const config = { access: moneyDrafters };

export const paymentReminderRoutes: Module = (app, platform) => {
  const {
    database: { db },
    now,
  } = platform;
  const read = readingLive(db);
  const save = savingLive(db, now);

  app.get(
    `${base}/attention`,
    {
      config,
      schema: {
        tags,
        summary: 'Get what of invoices needs someone: what is overdue, and what was sent and didn’t arrive',
        response: { 200: envelope(Shown(InvoiceAttention)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await attentionOf(db, new Date(now())) })),
  );

  app.get(
    `${base}/:id/reminders`,
    {
      config,
      schema: {
        tags,
        summary: 'Get when whoever pays an invoice is reminded next, and whether someone has stopped that',
        params,
        response: { 200: envelope(Shown(ReminderPlan)), 404: envelope(Type.Null()) },
      },
    },
    (request) =>
      read(request, async (db) => ({
        row: await planOf(db, platform, {
          account: accountOf(request),
          invoice: request.params.id,
          at: new Date(now()),
        }),
      })),
  );

  app.put(
    `${base}/:id/reminders`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Stop the reminders of an invoice, or let them leave by your rule again',
      params,
      body: ReminderChoice,
      answer: Saved(ReminderPlan),
    }),
    (request) =>
      save(request, request.body.is_on ? 'reminders resumed' : 'reminders stopped', (write) =>
        chooseReminders(
          write,
          platform,
          { account: accountOf(request), invoice: request.params.id },
          request.body,
        ),
      ),
  );
};
