import { Shown } from '@muster/domain/basics/changes/schema';
import { EarlierVisit, Heard, News, OwnVisit } from '@muster/domain/field/my-visits/schema';
import type { Role } from '@muster/domain/values/role';
import { Id, nullable } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { readingLive } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { compressed, done, envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf, scenarioOf, sessionOf } from '../../../platform/sign-in/access.ts';
import { earlierVisit, hear, newsOf, ownVisit, ownVisits } from './service.ts';

const base = '/services/scheduling/api/v1/my/visits';
const tags = ['My day'];
/** Whoever is linked to a technician drives, whatever else they are; to everybody else nothing is theirs. */
const access: readonly Role[] = ['owner', 'dispatcher', 'technician'];
const config = { access };

export const myVisitRoutes: Module = (app, platform) => {
  const {
    database: { db },
    now,
  } = platform;
  const readLive = readingLive(db);
  /** What is tried is nobody's day: technicians may not name a scenario at all, and for whoever else drives the live board counts. */
  const read: typeof readLive = (request, work) => {
    scenarioOf(request);
    return readLive(request, work);
  };

  app.get(
    base,
    {
      config,
      onSend: compressed,
      schema: {
        tags,
        summary: 'List your visits, from a week ago to a month ahead, and older ones that aren’t finished',
        response: {
          200: envelope(
            Type.Object({
              rows: Type.Array(OwnVisit),
              news: Type.Array(News, {
                description:
                  'What the office has changed since you last confirmed, in the order it happened: one line for each visit',
              }),
              heard: nullable(Type.Integer(), 'The change up to which you know; null if you have never said'),
              change: Type.Integer(),
            }),
          ),
        },
      },
    },
    (request) =>
      read(request, async (db) => ({
        rows: await ownVisits(db, platform, sessionOf(request).user, now()),
        ...(await newsOf(db, sessionOf(request).user, now())),
      })),
  );

  app.put(
    '/services/scheduling/api/v1/my/heard',
    {
      config: { ...config, whenReadOnly: 'it only says what a technician has read' },
      schema: {
        tags,
        summary: 'Confirm that you’ve seen the office’s changes to your visits',
        description: 'It never goes back: an older change than before alters nothing.',
        body: Heard,
        response: { 200: envelope(Type.Null()) },
      },
    },
    async (request) => {
      const [account, { user }] = [accountOf(request), sessionOf(request)];
      await withAccount(db, account, (db) => hear(db, account, user, request.body.change));
      return done(null);
    },
  );

  app.get(
    `${base}/:id`,
    {
      config,
      schema: {
        tags,
        summary: 'Get one of your visits',
        params: Type.Object({ id: Id }),
        response: { 200: envelope(Shown(OwnVisit)) },
      },
    },
    (request) =>
      read(request, async (db) => ({
        row: await ownVisit(db, platform, sessionOf(request).user, now(), request.params.id),
      })),
  );

  app.get(
    `${base}/:id/before/:earlier`,
    {
      config,
      schema: {
        tags,
        summary: 'Get an earlier visit to the site of one of your visits, with its notes and photos',
        params: Type.Object({ id: Id, earlier: Id }),
        response: { 200: envelope(Shown(EarlierVisit)) },
      },
    },
    (request) =>
      read(request, async (db) => ({
        row: await earlierVisit(db, platform, sessionOf(request).user, now(), request.params),
      })),
  );
};
