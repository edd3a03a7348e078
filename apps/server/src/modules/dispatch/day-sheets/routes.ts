import { DaySheetQuery, DaySheetVisit } from '@muster/domain/dispatch/day-sheets/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import { Type } from 'typebox';
import { dispatchers, readingLive } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { dayOf } from '../board/service.ts';
import { listDaySheetVisits } from './store.ts';

export const daySheetRoutes: Module = (app, { database: { db } }) => {
  const read = readingLive(db);

  app.get(
    '/services/scheduling/api/v1/day-sheets',
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Board'],
        summary: 'Get the day sheets of a day',
        querystring: DaySheetQuery,
        response: {
          200: envelope(Type.Object({ rows: Type.Array(DaySheetVisit), change: Type.Integer() })),
        },
      },
    },
    (request) =>
      read(request, async (db) => ({
        rows: await listDaySheetVisits(db, await dayOf(db, request.query.date as LocalDate)),
      })),
  );
};
