import { CardMoney, NewCardRefund } from '@muster/domain/money/card-refunds/schema';
import { Saved, Shown } from '@muster/domain/basics/changes/schema';
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
import { askForRefund, cardMoneyOf, lookForRefund, stopRefund } from './service.ts';

const path = '/services/scheduling/api/v1/payments/:id/card-refunds';
const tags = ['Payments'];
const params = Type.Object({ id: Id });

/** What goes back to the cards by which customers paid. */
export const cardRefundRoutes: Module = (app, platform) => {
  const {
    database: { db },
    now,
  } = platform;
  const read = readingLive(db);
  const save = savingLive(db, now);

  app.get(
    path,
    {
      config: { access: moneyDrafters },
      schema: {
        tags,
        summary: 'Get what has gone back of a card payment, and what still can',
        params,
        response: { 200: envelope(Shown(CardMoney)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await cardMoneyOf(db, request.params.id) })),
  );

  app.post(
    path,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Refund a card payment to the card, as a whole or in part',
      description:
        'Stripe hears of it at once, and it counts once Stripe says it happened. What it paid is owed again, unless the customer had that much credit.',
      params,
      body: NewCardRefund,
      answer: Saved(CardMoney),
    }),
    (request) =>
      save(request, 'card refund asked', (write) =>
        askForRefund(write, accountOf(request), request.params.id, request.body),
      ),
  );

  app.post(
    `${path}/:refund/stop`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Stop asking Stripe for a refund that it has not made',
      description:
        'Stripe is asked first whether it has made it; then it counts, and the answer is 409. Where Stripe can’t be asked because its account isn’t connected, check there that it wasn’t made.',
      params: Type.Object({ id: Id, refund: Id }),
      answer: Saved(CardMoney),
    }),
    async (request) => {
      const { id, refund } = request.params;
      const isLookedFor = await lookForRefund(platform, accountOf(request), refund);
      return save(request, 'card refund stopped', (write) => stopRefund(write, id, refund, { isLookedFor }));
    },
  );
};
