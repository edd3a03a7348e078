import { Saved } from '@muster/domain/basics/changes/schema';
import { PastVisit } from '@muster/domain/field/past-visits/schema';
import { JobRecord } from '@muster/domain/work/jobs/schema';
import { commandRoute, dispatchers, savingLive } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { recordPast } from './service.ts';

export const pastVisitRoutes: Module = (app, { database: { db }, now }) => {
  const save = savingLive(db, now, { records: true });

  app.post(
    '/services/scheduling/api/v1/past-visits',
    commandRoute(dispatchers, {
      tags: ['Visits'],
      summary: 'Record a visit that is over and wasn’t planned',
      description:
        'Adds a completed visit to a job, or a new job with it, marked as entered afterwards. No customer is told. Refused with code 409 and the reasons if one of the technicians is booked at that time; that can be overridden with a reason.',
      body: PastVisit,
      answer: Saved(JobRecord),
    }),
    (request) => save(request, 'past visit recorded', (write) => recordPast(write, request.body)),
  );
};
