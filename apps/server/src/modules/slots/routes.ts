import { Id } from '@muster/domain/changes/schema';
import { FoundSlots, SlotQuery } from '@muster/domain/slots/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import { epochMinutes } from '@muster/domain/values/minutes';
import { Type } from 'typebox';
import { dispatchers } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { withAccount } from '../../platform/db/account.ts';
import { done, envelope } from '../../platform/http/envelope.ts';
import { accountOf } from '../../platform/sign-in/access.ts';
import { readBoardAhead } from '../board/service.ts';
import { visitOf } from '../visits/service.ts';
import { findSlots, slotFinder } from './service.ts';

/** Whoever rings wants to hear of a day in this week. */
const DAYS = 7;
const MINUTE_MS = 60_000;

export const slotRoutes: Module = (app, { database: { db }, now }) => {
  const finder = slotFinder();
  app.addHook('onClose', () => finder.close());

  app.get(
    '/services/scheduling/api/v1/visits/:id/slots',
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Visits'],
        summary: 'The five best places for a visit on the board, with the reasons',
        description: `Within ${DAYS} days from the first. Nothing is booked, and nothing else is moved.`,
        params: Type.Object({ id: Id }),
        querystring: SlotQuery,
        response: { 200: envelope(FoundSlots) },
      },
    },
    async (request) => {
      const at = epochMinutes(Math.floor(now() / MINUTE_MS));
      const { id } = request.params;
      const tables = await withAccount(db, accountOf(request), async (db) => {
        await visitOf(db, id);
        return readBoardAhead(db, { now: at, from: request.query.from as LocalDate | undefined, days: DAYS });
      });
      const slots = await findSlots(finder.find, tables, id, at);
      return done({ from: tables.from, to: tables.to, slots });
    },
  );
};
