import { Id, Shown } from '@muster/domain/changes/schema';
import { OwnVisit } from '@muster/domain/my-visits/schema';
import { Type } from 'typebox';
import { reading } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { compressed } from '../../platform/http/compressed.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { sessionOf } from '../../platform/sign-in/access.ts';
import { ownVisit, ownVisits } from './service.ts';

const base = '/services/scheduling/api/v1/my/visits';
const tags = ['My day'];
const config = { access: ['technician'] as const };

export const myVisitRoutes: Module = (app, { database: { db }, now }) => {
  const read = reading(db);

  app.get(
    base,
    {
      config,
      onSend: compressed,
      schema: {
        tags,
        summary: 'The visits of the technician who asks, from a week before to a month after today',
        response: { 200: envelope(Type.Object({ rows: Type.Array(OwnVisit), change: Type.Integer() })) },
      },
    },
    (request) => read(request, async (db) => ({ rows: await ownVisits(db, sessionOf(request).user, now()) })),
  );

  app.get(
    `${base}/:id`,
    {
      config,
      schema: {
        tags,
        summary: 'One of these visits',
        params: Type.Object({ id: Id }),
        response: { 200: envelope(Shown(OwnVisit)) },
      },
    },
    (request) =>
      read(request, async (db) => ({
        row: await ownVisit(db, sessionOf(request).user, now(), request.params.id),
      })),
  );
};
