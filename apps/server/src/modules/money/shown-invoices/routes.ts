import { ShownInvoices } from '@muster/domain/money/shown-invoices/schema';
import type { Role } from '@muster/domain/values/role';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { readingLive } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { callerOf, sessionOf } from '../../../platform/sign-in/access.ts';
import { shownInvoices } from './service.ts';

/** Whoever is linked to a technician drives, whatever else they are. */
const access: readonly Role[] = ['owner', 'dispatcher', 'technician'];

export const shownInvoiceRoutes: Module = (app, platform) => {
  const {
    database: { db },
    now,
  } = platform;
  const read = readingLive(db);

  app.get(
    '/services/scheduling/api/v1/my/visits/:id/invoices',
    {
      config: { access },
      schema: {
        tags: ['My day'],
        summary: 'List the invoices for one of your visits that you may show to the customer',
        description: 'Empty where the owner doesn’t let technicians show invoices.',
        params: Type.Object({ id: Id }),
        response: {
          200: envelope(Type.Object({ ...ShownInvoices.properties, change: Type.Integer() })),
        },
      },
    },
    (request) =>
      read(request, (db) =>
        shownInvoices(db, platform, {
          user: sessionOf(request).user,
          rights: callerOf(request),
          visit: request.params.id,
          now: now(),
        }),
      ),
  );
};
