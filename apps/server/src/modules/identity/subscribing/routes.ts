import { BillingChange, Billing, Onward, Preview, Wanted } from '@muster/domain/identity/billing/schema';
import type { FastifyRequest } from 'fastify';
import { owners } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { Conflict } from '@muster/domain/basics/changes/schema';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { describeBilling } from '../billing/service.ts';
import {
  changeSubscription,
  explained,
  openPortal,
  previewChange,
  setCancelled,
  confirmPrice,
} from './service.ts';

const base = '/services/subscription/api/v1/billing';
const tags = ['Subscription'];
const whenReadOnly = 'paying is how it ends';
const config = { access: owners, idempotent: 'done again, it is the same subscription', whenReadOnly };
const described = { 200: envelope(Billing), 409: envelope(Conflict) };

export const subscribingRoutes: Module = (app, deps) => {
  const { db } = deps.database;

  async function presentBilling(request: FastifyRequest) {
    const account = accountOf(request);
    return done(await withAccount(db, account, (db) => describeBilling(db, deps, account)));
  }

  app.post(
    `${base}/start`,
    {
      config,
      schema: {
        tags,
        summary: 'Confirm the price: get the page of Stripe on which a card is entered',
        description:
          'There is one such page at a time. Refused with code 409 if there are more active technicians than licences wanted. `used_by` lists them.',
        body: Wanted,
        response: { 200: envelope(Onward), 409: envelope(Conflict) },
      },
    },
    async (request) => done(await explained(() => confirmPrice(deps, accountOf(request), request.body))),
  );

  app.post(
    `${base}/preview`,
    {
      config: { ...config, idempotent: 'nothing is kept' },
      schema: {
        tags,
        summary: 'Get what a change of the plan or of the number of licences costs, to the cent',
        body: Wanted,
        response: { 200: envelope(Preview), 409: envelope(Conflict) },
      },
    },
    async (request) => done(await explained(() => previewChange(deps, accountOf(request), request.body))),
  );

  app.put(
    `${base}/plan`,
    {
      config,
      schema: {
        tags,
        summary: 'Change the plan or the number of licences at the price that the preview told',
        body: BillingChange,
        response: described,
      },
    },
    async (request) => {
      await explained(() => changeSubscription(deps, accountOf(request), request.body));
      return presentBilling(request);
    },
  );

  for (const [verb, isCancelled, summary] of [
    ['cancel', true, 'Cancel to the end of the paid month'],
    ['keep', false, 'Take the cancellation back'],
  ] as const)
    app.post(
      `${base}/${verb}`,
      { config, schema: { tags, summary, response: described } },
      async (request) => {
        await explained(() => setCancelled(deps, accountOf(request), isCancelled));
        return presentBilling(request);
      },
    );

  app.post(
    `${base}/portal`,
    {
      config: { ...config, idempotent: 'it only opens a page' },
      schema: {
        tags,
        summary: 'Get the page of Stripe on which the card is updated',
        response: { 200: envelope(Onward), 409: envelope(Conflict) },
      },
    },
    async (request) => done(await explained(() => openPortal(deps, accountOf(request)))),
  );
};
