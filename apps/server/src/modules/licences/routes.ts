import { Saved, Shown } from '@muster/domain/changes/schema';
import { Licences, PlanChoice, Subscription } from '@muster/domain/licences/schema';
import { commandRoute, owners, reading, saving } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { accountOf } from '../../platform/sign-in/access.ts';
import { choosePlan, describeLicences } from './service.ts';

const api = '/services/scheduling/api/v1';
const tags = ['Licences'];

export const licenceRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    `${api}/licences`,
    {
      config: { access: owners },
      schema: {
        tags,
        summary: 'The plan, its licences and who uses them',
        response: { 200: envelope(Shown(Licences)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await describeLicences(db, accountOf(request)) })),
  );

  app.put(
    `${api}/plan`,
    commandRoute(owners, {
      tags,
      summary: 'Change the plan, at once',
      description:
        'Refused with code 409 where more technicians are active than the plan has licences; `used_by` names them.',
      body: PlanChoice,
      answer: Saved(Subscription),
    }),
    (request) =>
      save(request, 'licences changed', (write) => choosePlan(write, accountOf(request), request.body.plan)),
  );
};
