import { mayTellAgain } from '@muster/domain/identity/api-keys/rules';
import {
  CalendarFeed,
  CalendarFeedQuery,
  CalendarFeedSummary,
  MadeCalendarFeed,
  NewCalendarFeed,
} from '@muster/domain/messages/calendar-feeds/schema';
import { Saved } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import type { Role } from '@muster/domain/values/role';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { runCommand } from '../../../platform/changes/command.ts';
import {
  commandOf,
  commandRoute,
  dispatchers,
  reading,
  saving,
} from '../../../platform/changes/from-request.ts';
import type { Writer } from '../../../platform/changes/tracked.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf, sessionOf } from '../../../platform/sign-in/access.ts';
import { publicAddress } from '../../../platform/site/public-address.ts';
import { addFeed, addOwnFeed, endFeed, feedsOf, makeFeedToken, ownFeeds } from './service.ts';

const api = '/services/scheduling/api/v1';
const params = Type.Object({ id: Id });
const feeds = envelope(Type.Object({ rows: Type.Array(CalendarFeedSummary), change: Type.Integer() }));
const technician: readonly Role[] = ['technician'];

export const calendarFeedRoutes: Module = (app, { database: { db, secret }, settings, now }) => {
  const save = saving(db, now);
  const read = reading(db);

  async function make(request: FastifyRequest, add: (write: Writer, token: string) => Promise<CalendarFeed>) {
    const command = commandOf(request, now, 'calendar feed added');
    const { account, author, at, id } = command;
    const token = makeFeedToken(secret, account, id);
    const { answer: row, number, made } = await runCommand(db, command, (write) => add(write, token));
    const address = mayTellAgain(row, author.user, at)
      ? `${publicAddress(settings)}/calendar/${token}.ics`
      : null;
    return done({ row, change: number, made, address });
  }

  app.get(
    `${api}/calendar-feeds`,
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Calendar feeds'],
        summary: 'List the calendar feeds of a technician or the business',
        querystring: CalendarFeedQuery,
        response: { 200: feeds },
      },
    },
    (request) => read(request, async (db) => ({ rows: await feedsOf(db, request.query.technician ?? null) })),
  );

  app.post(
    `${api}/calendar-feeds`,
    commandRoute(dispatchers, {
      tags: ['Calendar feeds'],
      summary: 'Create a calendar feed to subscribe to',
      description:
        'It includes visits from 30 days ago to 180 days ahead, without phone numbers or access notes. It stops working when the user who created it is disabled or loses access to these visits.',
      body: NewCalendarFeed,
      answer: MadeCalendarFeed,
    }),
    (request) =>
      make(request, (write, token) => addFeed(write, accountOf(request), request.body.technician_id, token)),
  );

  app.post(
    `${api}/calendar-feeds/:id/revoke`,
    commandRoute(
      dispatchers,
      {
        tags: ['Calendar feeds'],
        summary: 'Revoke a calendar feed permanently',
        params,
        answer: Saved(CalendarFeed),
      },
      'it closes a door',
    ),
    (request) => save(request, 'calendar feed revoked', (write) => endFeed(write, request.params.id)),
  );

  app.get(
    `${api}/my/calendar-feeds`,
    {
      config: { access: technician },
      schema: {
        tags: ['My day'],
        summary: 'List your own calendar feeds',
        response: { 200: feeds },
      },
    },
    (request) => read(request, async (db) => ({ rows: await ownFeeds(db, sessionOf(request).user) })),
  );

  app.post(
    `${api}/my/calendar-feeds`,
    commandRoute(technician, {
      tags: ['My day'],
      summary: 'Create a calendar feed of your visits, from a week ago to a month ahead',
      answer: MadeCalendarFeed,
    }),
    (request) =>
      make(request, (write, token) => addOwnFeed(write, accountOf(request), sessionOf(request).user, token)),
  );

  app.post(
    `${api}/my/calendar-feeds/:id/revoke`,
    commandRoute(
      technician,
      {
        tags: ['My day'],
        summary: 'Revoke one of your calendar feeds permanently',
        params,
        answer: Saved(CalendarFeed),
      },
      'it closes a door',
    ),
    (request) =>
      save(request, 'calendar feed revoked', (write) =>
        endFeed(write, request.params.id, sessionOf(request).user),
      ),
  );
};
