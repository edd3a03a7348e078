import { mayTellAgain } from '@muster/domain/api-keys/rules';
import {
  CalendarFeed,
  CalendarFeedQuery,
  CalendarFeedSummary,
  MadeCalendarFeed,
  NewCalendarFeed,
} from '@muster/domain/calendar-feeds/schema';
import { Id, Saved } from '@muster/domain/changes/schema';
import type { Role } from '@muster/domain/values/role';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { runCommand } from '../../platform/changes/command.ts';
import {
  commandOf,
  commandRoute,
  dispatchers,
  reading,
  saving,
} from '../../platform/changes/from-request.ts';
import type { Writer } from '../../platform/changes/tracked.ts';
import type { Module } from '../../platform/deps.ts';
import { done, envelope } from '../../platform/http/envelope.ts';
import { accountOf, sessionOf } from '../../platform/sign-in/access.ts';
import { publicAddress } from '../../platform/site/public-address.ts';
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
        summary: 'The feeds of a technician, or of the business: who made each, and when it was last read',
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
      summary: 'Make a feed, for a calendar program to subscribe to',
      description:
        'It holds visits from 30 days back to 180 ahead, without phone numbers and access notes, and ends when whoever made it is disabled or may no longer see them.',
      body: NewCalendarFeed,
      answer: MadeCalendarFeed,
    }),
    (request) =>
      make(request, (write, token) => addFeed(write, accountOf(request), request.body.technician_id, token)),
  );

  app.post(
    `${api}/calendar-feeds/:id/revoke`,
    commandRoute(dispatchers, {
      tags: ['Calendar feeds'],
      summary: 'Revoke a feed, for good',
      params,
      answer: Saved(CalendarFeed),
    }),
    (request) => save(request, 'calendar feed revoked', (write) => endFeed(write, request.params.id)),
  );

  app.get(
    `${api}/my/calendar-feeds`,
    {
      config: { access: technician },
      schema: {
        tags: ['My day'],
        summary: 'The feeds that the technician who asks has made of the own visits',
        response: { 200: feeds },
      },
    },
    (request) => read(request, async (db) => ({ rows: await ownFeeds(db, sessionOf(request).user) })),
  );

  app.post(
    `${api}/my/calendar-feeds`,
    commandRoute(technician, {
      tags: ['My day'],
      summary: 'Make a feed of the own visits, from a week before to a month after today',
      answer: MadeCalendarFeed,
    }),
    (request) =>
      make(request, (write, token) => addOwnFeed(write, accountOf(request), sessionOf(request).user, token)),
  );

  app.post(
    `${api}/my/calendar-feeds/:id/revoke`,
    commandRoute(technician, {
      tags: ['My day'],
      summary: 'Revoke one of these feeds, for good',
      params,
      answer: Saved(CalendarFeed),
    }),
    (request) =>
      save(request, 'calendar feed revoked', (write) =>
        endFeed(write, request.params.id, sessionOf(request).user),
      ),
  );
};
