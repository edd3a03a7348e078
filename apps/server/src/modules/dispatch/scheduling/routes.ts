import { Saved } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import { offeredReasons } from '@muster/domain/work/assignments/rules';
import {
  Booking,
  Bookings,
  OfferedReasons,
  SeveralVisits,
  VisitIds,
} from '@muster/domain/work/assignments/schema';
import { VisitRecord } from '@muster/domain/work/visits/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, saving } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { schedule, scheduleAll, setAllPinned, setPinned, unschedule, unscheduleAll } from './service.ts';
import { listUsedReasons } from './store.ts';

const base = '/services/scheduling/api/v1/visits';
const tags = ['Visits'];
const params = Type.Object({ id: Id });
const answer = Saved(VisitRecord);
const together = Saved(VisitIds);
const several = { tags, body: SeveralVisits, answer: together };

const description =
  'Books, moves or hands over a visit: afterwards exactly these technicians are on it. Refused with code 409 and the ' +
  'reasons if it breaks rules. Some rules can be overridden with a reason. Visits that are past or have started can’t be moved.';

export const schedulingRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);

  app.get(
    '/services/scheduling/api/v1/override-reasons',
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'List reasons to offer for overriding a rule',
        description:
          'First what was given for more than one of the latest visits, the most used first, then the usual ones.',
        response: { 200: envelope(OfferedReasons) },
      },
    },
    async (request) => {
      const used = await withAccount(db, accountOf(request), listUsedReasons);
      return done({ reasons: offeredReasons(used) });
    },
  );

  app.post(
    `${base}/:id/schedule`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Schedule a visit',
      description,
      params,
      body: Booking,
      answer,
    }),
    (request) =>
      save(request, 'visit scheduled', (write) => schedule(write, request.params.id, request.body)),
  );

  app.post(
    `${base}/:id/unschedule`,
    commandRoute(dispatchers, { tags, summary: 'Take a visit off the board', params, answer }),
    (request) => save(request, 'visit unscheduled', (write) => unschedule(write, request.params.id)),
  );

  app.post(
    `${base}/:id/pin`,
    commandRoute(dispatchers, { tags, summary: 'Pin a visit', params, answer }),
    (request) => save(request, 'visit pinned', (write) => setPinned(write, request.params.id, true)),
  );

  app.post(
    `${base}/:id/unpin`,
    commandRoute(dispatchers, { tags, summary: 'Unpin a visit', params, answer }),
    (request) => save(request, 'visit unpinned', (write) => setPinned(write, request.params.id, false)),
  );

  app.post(
    `${base}/schedule`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Schedule several visits in one change',
      description: `All or none: ${description}`,
      body: Bookings,
      answer: together,
    }),
    (request) => save(request, 'visits scheduled', (write) => scheduleAll(write, request.body.bookings)),
  );

  app.post(
    `${base}/unschedule`,
    commandRoute(dispatchers, { ...several, summary: 'Take several visits off the board in one change' }),
    (request) => save(request, 'visits unscheduled', (write) => unscheduleAll(write, request.body.visits)),
  );

  app.post(
    `${base}/pin`,
    commandRoute(dispatchers, { ...several, summary: 'Pin several visits in one change' }),
    (request) => save(request, 'visits pinned', (write) => setAllPinned(write, request.body.visits, true)),
  );

  app.post(
    `${base}/unpin`,
    commandRoute(dispatchers, { ...several, summary: 'Unpin several visits in one change' }),
    (request) => save(request, 'visits unpinned', (write) => setAllPinned(write, request.body.visits, false)),
  );
};
