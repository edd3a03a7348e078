import { OwnHours } from '@muster/domain/field/my-hours/schema';
import { Type } from 'typebox';
import { readingLive } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { sessionOf } from '../../../platform/sign-in/access.ts';
import { hoursOf } from './service.ts';

export const myHourRoutes: Module = (app, { database: { db }, now }) => {
  const read = readingLive(db);

  app.get(
    '/services/scheduling/api/v1/my/hours',
    {
      config: { access: ['owner', 'dispatcher', 'technician'] as const },
      schema: {
        tags: ['My day'],
        summary: 'Get your shifts, absences and hours worked, from a week ago to a week ahead',
        response: { 200: envelope(Type.Object({ rows: Type.Array(OwnHours), change: Type.Integer() })) },
      },
    },
    (request) => read(request, async (db) => ({ rows: await hoursOf(db, sessionOf(request).user, now()) })),
  );
};
