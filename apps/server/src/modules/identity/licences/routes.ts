import { Saved, Shown } from '@muster/domain/basics/changes/schema';
import { Licences, PlanChoice, Quota, Subscription } from '@muster/domain/identity/licences/schema';
import { Type } from 'typebox';
import {
  commandRoute,
  readersOfWork,
  owners,
  readingLive,
  reading,
  saving,
} from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { choosePlan, describeLicences, describeQuotas } from './service.ts';

const api = '/services/scheduling/api/v1';
const tags = ['Licences'];

export const licenceRoutes: Module = (app, { database: { db }, settings, now }) => {
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    `${api}/licences`,
    {
      config: { access: owners },
      schema: {
        tags,
        summary: 'Get the plan, its licences and who uses them',
        response: { 200: envelope(Shown(Licences)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await describeLicences(db, accountOf(request)) })),
  );

  app.get(
    `${api}/quotas`,
    {
      config: { access: readersOfWork },
      schema: {
        tags,
        summary: 'Get how much room the plan has, and how much is used',
        response: { 200: envelope(Type.Object({ rows: Type.Array(Quota), change: Type.Integer() })) },
      },
    },
    (request) => readingLive(db)(request, async (db) => ({ rows: await describeQuotas(db) })),
  );

  app.put(
    `${api}/plan`,
    commandRoute(owners, {
      tags,
      summary: 'Change the plan immediately',
      description:
        'Refused with code 409 if there are more active technicians than the plan has licences. `used_by` lists them.',
      body: PlanChoice,
      answer: Saved(Subscription),
    }),
    (request) =>
      save(request, 'licences changed', (write) =>
        choosePlan(write, accountOf(request), {
          code: request.body.plan,
          isCharged: settings.BILLING_STRIPE_KEY !== undefined,
        }),
      ),
  );
};
