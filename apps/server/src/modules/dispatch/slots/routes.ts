import { SLOT_DAYS } from '@muster/domain/dispatch/slots/rules';
import { FoundSlots, SlotQuery, WantedVisit } from '@muster/domain/dispatch/slots/schema';
import { minuteAt } from '@muster/domain/values/minutes';
import { Id } from '@muster/domain/values/schema';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf, scenarioOf } from '../../../platform/sign-in/access.ts';
import { findIn, searchForVisit, searchForWanted } from './service.ts';

const description = `Looks at the agreed day, or at ${SLOT_DAYS} days from the first; ask again from \`later\` for more. If there are none, \`problem\` says why. Nothing is booked or moved.`;

export const slotRoutes: Module = (app, { database: { db }, now }) => {
  const minute = () => minuteAt(now());

  /** What is read is one moment of the board; what is reckoned from it keeps no connection. */
  async function find(request: FastifyRequest, read: (db: Tx) => ReturnType<typeof searchForVisit>) {
    const search = await withAccount(db, accountOf(request), read, scenarioOf(request));
    return done(await findIn(accountOf(request), search));
  }

  app.get(
    '/services/scheduling/api/v1/visits/:id/slots',
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Visits'],
        summary: 'Find the five best slots for a visit, with reasons',
        description,
        params: Type.Object({ id: Id }),
        querystring: SlotQuery,
        response: { 200: envelope(FoundSlots) },
      },
    },
    (request) => find(request, (db) => searchForVisit(db, request.params.id, request.query, minute())),
  );

  app.post(
    '/services/scheduling/api/v1/slots',
    {
      config: { access: dispatchers, idempotent: 'nothing is kept', whenReadOnly: 'nothing is kept' },
      schema: {
        tags: ['Visits'],
        summary: 'Find the five best slots for a new visit',
        description: `For a booking page, or while the customer is on the phone. ${description} The visit isn’t saved.`,
        body: WantedVisit,
        response: { 200: envelope(FoundSlots) },
      },
    },
    (request) => find(request, (db) => searchForWanted(db, request.body, minute())),
  );
};
