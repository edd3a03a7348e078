import { SessionSummary } from '@muster/domain/identity/sessions/schema';
import { roles } from '@muster/domain/values/role';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { sessionOf } from '../../../platform/sign-in/access.ts';
import type { Module } from '../../../platform/deps.ts';
import { setCookies } from '../../../platform/http/requests/cookies.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  sessionCookies,
} from '../../../platform/sign-in/session.ts';
import { deviceName } from '../../../platform/sign-in/browser.ts';

const base = '/services/authentication/api';
const tags = ['Authentication'];
const nothing = envelope(Type.Null());

/** Lists and ends the sessions of the person who is signed in. */
export const sessions: Module = (app, { database: { db }, settings, now }) => {
  app.get(
    `${base}/sessions`,
    {
      config: { access: roles },
      schema: {
        tags,
        summary: 'List your sessions, latest used first',
        response: { 200: envelope(Type.Array(SessionSummary)) },
      },
    },
    async (request) => {
      const mine = sessionOf(request);
      const list = await listSessions(db, mine.user, new Date(now()));
      return done(
        list.map(({ id, created_at, seen_at, user_agent }) => ({
          id,
          current: id === mine.id,
          device: deviceName(user_agent),
          created_at: created_at.toISOString(),
          seen_at: seen_at.toISOString(),
        })),
      );
    },
  );

  app.delete(
    `${base}/sessions`,
    {
      config: { access: roles, whenReadOnly: 'signing out' },
      schema: { tags, summary: 'Sign out everywhere else', response: { 200: nothing } },
    },
    async (request) => {
      await endOtherSessions(db, sessionOf(request));
      return done(null);
    },
  );

  app.delete(
    `${base}/sessions/:id`,
    {
      config: { access: roles, whenReadOnly: 'signing out' },
      schema: {
        tags,
        summary: 'Sign out of one session',
        params: Type.Object({ id: Id }),
        response: { 200: nothing },
      },
    },
    async (request, reply) => {
      const mine = sessionOf(request);
      if (!(await endSession(db, mine.user, request.params.id))) throw new Failure('notFound');
      if (request.params.id === mine.id) setCookies(reply, settings, sessionCookies(''));
      return done(null);
    },
  );
};
