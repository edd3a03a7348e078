import { OwnHours } from '@muster/domain/my-hours/schema';
import { Type } from 'typebox';
import { readingLive } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { sessionOf } from '../../platform/sign-in/access.ts';
import { hoursOf } from './service.ts';

export const myHourRoutes: Module = (app, { database: { db }, now }) => {
  const read = readingLive(db);

  app.get(
    '/services/scheduling/api/v1/my/hours',
    {
      config: { access: ['technician'] as const },
      schema: {
        tags: ['My day'],
        summary:
          'When the technician who asks works, is away and has worked, from a week before to a week after today',
        response: { 200: envelope(Type.Object({ rows: Type.Array(OwnHours), change: Type.Integer() })) },
      },
    },
    (request) => read(request, async (db) => ({ rows: await hoursOf(db, sessionOf(request).user, now()) })),
  );
};
