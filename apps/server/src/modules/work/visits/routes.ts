import { Saved, Shown } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import { BookedQuery, BookedVisit, VisitEdit, VisitRecord } from '@muster/domain/work/visits/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, reading, saving } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { editVisit, visitOf } from './service.ts';
import { listBooked } from './store.ts';

const base = '/services/scheduling/api/v1/visits';
const url = `${base}/:id`;
const tags = ['Visits'];
const params = Type.Object({ id: Id });
const answer = Saved(VisitRecord);

export const visitRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    base,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'List booked visits of a customer or a technician, by start',
        querystring: BookedQuery,
        response: {
          200: envelope(Type.Object({ rows: Type.Array(BookedVisit), change: Type.Integer() })),
        },
      },
    },
    (request) => read(request, async (db) => ({ rows: await listBooked(db, request.query) })),
  );

  app.get(
    url,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'Get a visit with its crew',
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
        'A new duration moves the end of the booking. Refused with code 409 if that breaks a rule.',
      params,
      body: VisitEdit,
      answer,
    }),
    (request) => save(request, 'visit edited', (write) => editVisit(write, request.params.id, request.body)),
  );
};
