import { Saved, Shown } from '@muster/domain/basics/changes/schema';
import { LabourRate, LabourRateEdit } from '@muster/domain/money/labour-rates/schema';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import {
  commandRoute,
  moneyDrafters,
  moneyKeepers,
  reading,
  saving,
} from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { rateOf, setRate } from './service.ts';

const path = '/services/scheduling/api/v1/technicians/:id/labour-rate';
const tags = ['Price list'];
const params = Type.Object({ id: Id });

export const labourRateRoutes: Module = (app, { database: { db }, now }) => {
  const read = reading(db);
  const save = saving(db, now);

  app.get(
    path,
    {
      config: { access: moneyDrafters },
      schema: {
        tags,
        summary: 'Get by which item a technician’s time is charged',
        params,
        response: { 200: envelope(Shown(LabourRate)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await rateOf(db, request.params.id) })),
  );

  app.put(
    path,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Choose by which item a technician’s time is charged',
      params,
      body: LabourRateEdit,
      answer: Saved(LabourRate),
    }),
    (request) =>
      save(request, 'labour rate edited', (write) => setRate(write, request.params.id, request.body)),
  );
};
