import { Overview, SessionView, SignIn } from '@muster/domain/identity/accounts/schema';
import { roles } from '@muster/domain/values/role';
import { Type } from 'typebox';
import { accountOf, sessionOf } from '../../../platform/sign-in/access.ts';
import { browserOf, signedInCookies } from '../../../platform/sign-in/browser.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { setCookies } from '../../../platform/http/requests/cookies.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { endSession, sessionCookies } from '../../../platform/sign-in/session.ts';
import { describeSession, signIn } from './service.ts';
import { readAccount } from './store.ts';

const base = '/services/authentication/api';
const tags = ['Authentication'];
const nothing = envelope(Type.Null());

export const accounts: Module = (app, platform) => {
  const { database, settings } = platform;

  app.post(
    `${base}/login`,
    {
      config: { access: 'public', idempotent: 'signing in twice opens two sessions, and each can be closed' },
      schema: {
        tags,
        summary: 'Sign in',
        description:
          'Sets the session cookie and an XSRF-TOKEN cookie. Send the latter back as X-XSRF-TOKEN with every call that changes something. If the account isn’t activated yet, the code is 4032.',
        body: SignIn,
        response: { 200: nothing },
      },
    },
    async (request, reply) => {
      const signedIn = await signIn(platform, request.body, browserOf(request, settings));
      setCookies(reply, settings, signedInCookies(signedIn));
      return done(null);
    },
  );

  app.post(
    `${base}/logout`,
    {
      config: { access: roles, whenReadOnly: 'signing out' },
      schema: { tags, summary: 'Sign out', response: { 200: nothing } },
    },
    async (request, reply) => {
      const { user, id } = sessionOf(request);
      await endSession(database.db, user, id);
      setCookies(reply, settings, sessionCookies(''));
      return done(null);
    },
  );

  app.get(
    `${base}/session`,
    {
      config: { access: roles },
      schema: { tags, summary: 'Get the signed-in user', response: { 200: envelope(SessionView) } },
    },
    async (request) => done(await describeSession(database.db, sessionOf(request))),
  );

  app.get(
    '/services/scheduling/api/v1/overview',
    {
      // Only the owner may see what the business pays.
      config: { access: ['owner'] },
      schema: {
        tags: ['Scheduling'],
        summary: 'Get the account with its plan and licences',
        response: { 200: envelope(Overview) },
      },
    },
    async (request) => {
      const account = await withAccount(database.db, accountOf(request), readAccount);
      return done({
        account: { name: account.name },
        plan: { code: account.plan_code, name: account.plan_name },
        licences: account.licences,
      });
    },
  );
};
