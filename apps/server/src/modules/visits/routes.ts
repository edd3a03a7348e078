import { Id, Saved, Shown } from '@muster/domain/changes/schema';
import { VisitEdit, VisitRecord } from '@muster/domain/visits/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, reading, saving } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { editVisit } from '../scheduling/service.ts';
import { visitOf } from './service.ts';

const url = '/services/scheduling/api/v1/visits/:id';
const tags = ['Visits'];
const params = Type.Object({ id: Id });
const answer = Saved(VisitRecord);

export const visitRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    url,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'One visit, with who is on it',
        params,
        response: { 200: envelope(Shown(VisitRecord)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await visitOf(db, request.params.id) })),
  );

  app.patch(
    url,
    commandRoute(dispatchers, {
      tags,
      summary: 'Edit a visit',
      description:
        'Another duration moves the end of a booking, which is refused with code 409 where rules speak against it.',
      params,
      body: VisitEdit,
      answer,
    }),
    (request) => save(request, 'visit edited', (write) => editVisit(write, request.params.id, request.body)),
  );
};
