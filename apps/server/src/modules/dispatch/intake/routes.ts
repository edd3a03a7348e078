import { Saved } from '@muster/domain/basics/changes/schema';
import { Intake } from '@muster/domain/dispatch/intake/schema';
import { JobRecord } from '@muster/domain/work/jobs/schema';
import { commandRoute, dispatchers, savingLive } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { takeIn } from './service.ts';

export const intakeRoutes: Module = (app, { database: { db }, now }) => {
  const save = savingLive(db, now);

  app.post(
    '/services/scheduling/api/v1/intake',
    commandRoute(dispatchers, {
      tags: ['Jobs'],
      summary: 'Add a job with a new customer, a new site and a booking, in one change',
      description:
        'All or nothing, and one undo takes all of it back. Refused with code 409 and the reasons if the booking breaks rules: choose another slot, or leave the booking out.',
      body: Intake,
      answer: Saved(JobRecord),
    }),
    (request) => save(request, 'job added', (write) => takeIn(write, request.body)),
  );
};
