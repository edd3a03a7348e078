import { Id } from '@muster/domain/changes/schema';
import { FoundSlots, SlotQuery, WantedVisit } from '@muster/domain/slots/schema';
import { WANTED } from '@muster/domain/slots/rules';
import type { LocalDate } from '@muster/domain/values/local-time';
import { epochMinutes } from '@muster/domain/values/minutes';
import { Type } from 'typebox';
import { dispatchers } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { withAccount } from '../../platform/db/account.ts';
import { done, envelope } from '../../platform/http/envelope.ts';
import { accountOf, scenarioOf } from '../../platform/sign-in/access.ts';
import { readBoardAhead } from '../board/service.ts';
import { visitOf } from '../visits/service.ts';
import { boardWith, findSlots, optimiserToAsk } from './service.ts';

/** Whoever rings wants to hear of a day in this week. */
const DAYS = 7;
const MINUTE_MS = 60_000;

const description = `Within ${DAYS} days from the first. Nothing is booked, and nothing else is moved.`;

export const slotRoutes: Module = (app, { database: { db }, now }) => {
  const optimiser = optimiserToAsk();
  app.addHook('onClose', () => optimiser.close());
  const minute = () => epochMinutes(Math.floor(now() / MINUTE_MS));

  app.get(
    '/services/scheduling/api/v1/visits/:id/slots',
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Visits'],
        summary: 'The five best places for a visit on the board, with the reasons',
        description,
        params: Type.Object({ id: Id }),
        querystring: SlotQuery,
        response: { 200: envelope(FoundSlots) },
      },
    },
    async (request) => {
      const at = minute();
      const { id } = request.params;
      const tables = await withAccount(
        db,
        accountOf(request),
        async (db) => {
          await visitOf(db, id);
          return readBoardAhead(db, {
            now: at,
            from: request.query.from as LocalDate | undefined,
            days: DAYS,
          });
        },
        scenarioOf(request),
      );
      const slots = await findSlots(optimiser.ask, tables, id, at);
      return done({ from: tables.from, to: tables.to, slots });
    },
  );

  app.post(
    '/services/scheduling/api/v1/slots',
    {
      config: { access: dispatchers, idempotent: 'nothing is kept' },
      schema: {
        tags: ['Visits'],
        summary: 'The five best places for a visit that does not exist yet',
        description: `For a booking page, or while the customer is on the line. ${description} The visit is not kept.`,
        body: WantedVisit,
        response: { 200: envelope(FoundSlots) },
      },
    },
    async (request) => {
      const at = minute();
      const from = request.body.from as LocalDate | undefined;
      const tables = await withAccount(
        db,
        accountOf(request),
        async (db) => boardWith(db, await readBoardAhead(db, { now: at, from, days: DAYS }), request.body),
        scenarioOf(request),
      );
      const slots = await findSlots(optimiser.ask, tables, WANTED, at);
      return done({ from: tables.from, to: tables.to, slots });
    },
  );
};
