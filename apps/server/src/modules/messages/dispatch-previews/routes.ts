import { DispatchPreview, DispatchPreviewQuery } from '@muster/domain/messages/dispatch-previews/schema';
import { Type } from 'typebox';
import { dispatchers, reading } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { mailsOnDispatch } from '../customer-messages/service.ts';
import { listCrews, listToDispatch } from './store.ts';

export const dispatchPreviewRoutes: Module = (app, platform) => {
  const {
    database: { db },
    now,
  } = platform;
  const read = reading(db);

  app.get(
    '/services/scheduling/api/v1/dispatch/preview',
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Visits'],
        summary: 'See who would hear if a day or some visits were dispatched now',
        querystring: DispatchPreviewQuery,
        response: { 200: envelope(Type.Object({ row: DispatchPreview, change: Type.Integer() })) },
      },
    },
    (request) =>
      read(request, async (db) => {
        if (request.query.date === undefined && request.query.visits === undefined)
          throw new Failure('malformed', 'Give a date or visits.');
        const at = new Date(now());
        const visits = await listToDispatch(db, request.query);
        const crews = await listCrews(db, visits, at);
        return {
          row: { visits: visits.length, crews, customers: await mailsOnDispatch(db, platform, visits, at) },
        };
      }),
  );
};
