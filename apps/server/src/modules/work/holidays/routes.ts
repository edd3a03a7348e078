import { Holiday, HolidayQuery } from '@muster/domain/work/holidays/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import { Type } from 'typebox';
import { dispatchers, reading } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { holidaysOf } from './service.ts';
import { readRegion } from './store.ts';

const MOST_YEARS = 5;

export const holidayRoutes: Module = (app, { database: { db } }) => {
  const read = reading(db);

  app.get(
    '/services/scheduling/api/v1/holidays',
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Settings'],
        summary: 'List public holidays where the business is, between two dates',
        querystring: HolidayQuery,
        response: { 200: envelope(Type.Object({ rows: Type.Array(Holiday), change: Type.Integer() })) },
      },
    },
    (request) => {
      const { from, to } = period(request.query);
      return read(request, async (db) => ({ rows: holidaysOf(await readRegion(db), from, to) }));
    },
  );
};

function period({ from, to }: { from: string; to: string }): { from: LocalDate; to: LocalDate } {
  if (Number(to.slice(0, 4)) - Number(from.slice(0, 4)) >= MOST_YEARS)
    throw new Failure('malformed', `You can ask for up to ${MOST_YEARS} years at a time.`);
  return { from: from as LocalDate, to: to as LocalDate };
}
