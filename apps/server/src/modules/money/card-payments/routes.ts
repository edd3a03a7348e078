import { CardState } from '@muster/domain/money/card-payments/schema';
import { Shown } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { moneyDrafters, readingLive } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { networkOf } from '../../../platform/http/edge/client-network.ts';
import { invoicePageLimits } from '../../../platform/limit-table.ts';
import { perNetwork, takeHits } from '../../../platform/limits.ts';
import { readStripeEvent } from '../../../platform/stripe.ts';
import { findHearing, wakeCards } from '../card-services/service.ts';
import { cardStateOf } from './service.ts';
import { noteEvent } from './tasks.ts';

const base = '/services/payments/api/v1';
/** Far more than any event holds. */
const BODY_LIMIT = 1_000_000;

export const cardPaymentRoutes: Module = (root, { database, now, settings }) => {
  const { db } = database;
  const read = readingLive(db);

  root.get(
    `${base}/invoices/:id`,
    {
      config: { access: moneyDrafters },
      schema: {
        tags: ['Card payments'],
        summary: 'Get what was paid of an invoice by card, and whether someone may be paying now',
        params: Type.Object({ id: Id }),
        response: { 200: envelope(Shown(CardState)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await cardStateOf(db, request.params.id) })),
  );

  root.register(async (app) => {
    // Signed are the bytes, as they came.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    );
    app.post(
      `${base}/events/:token`,
      {
        config: {
          access: 'public',
          idempotent: 'an event has an id of its own, and is written down once',
          ownToken: 'its address is a secret, and its body is signed',
        },
        schema: { hide: true, params: Type.Object({ token: Type.String() }) },
      },
      async (request) => {
        const hearing = await findHearing(
          database,
          (request.params as { token: string }).token,
          (account, work) => withAccount(db, account, work),
        );
        if (!hearing) {
          const network = networkOf(request.ip);
          const limit = perNetwork(invoicePageLimits.wrongPerNetwork, settings);
          await transaction(db, (db) => takeHits(db, [{ limit, key: network }], new Date(now())));
          throw new Failure('notFound');
        }
        const { account, connection, signing } = hearing;
        const signature = request.headers['stripe-signature'];
        const event = readStripeEvent(request.body as Buffer, {
          signature: typeof signature === 'string' ? signature : undefined,
          secret: signing,
          now: now(),
        });
        if (!event) throw new Failure('malformed', 'The signature doesn’t fit.');
        const at = new Date(now());
        await withAccount(db, account, async (db) => {
          if (await noteEvent(db, connection, event, at)) await wakeCards(db, account, connection, at);
        });
        return done(null);
      },
    );
  });
};
