import { RetryAfter } from '@muster/domain/identity/accounts/schema';
import {
  ChangedPassword,
  ForgottenPassword,
  NewPassword,
  RefusedChange,
  ResetCheck,
  ResetState,
  ResetToken,
} from '@muster/domain/identity/passwords/schema';
import { roles } from '@muster/domain/values/role';
import { Type } from 'typebox';
import { sessionOf } from '../../../platform/sign-in/access.ts';
import { browserOf, deviceCookie, signedInCookies } from '../../../platform/sign-in/browser.ts';
import type { Module } from '../../../platform/deps.ts';
import { setCookies } from '../../../platform/http/requests/cookies.ts';
import { done, envelope, refused } from '../../../platform/http/answers/envelope.ts';
import { changePassword, checkReset, forgotPassword, resetPassword, RETRY_SECONDS } from './service.ts';

const base = '/services/authentication/api/password';
const tags = ['Authentication'];

export const passwords: Module = (app, platform) => {
  const { settings } = platform;

  app.post(
    `${base}/forgot`,
    {
      config: { access: 'public', idempotent: 'asking again sends another link, once a minute' },
      schema: {
        tags,
        summary: 'Request a password reset email',
        description: 'The answer is the same whether or not we know the address.',
        body: ForgottenPassword,
        response: { 200: envelope(RetryAfter) },
      },
    },
    async (request) => {
      await forgotPassword(platform, request.body.email, browserOf(request, settings));
      return done({ retry_after: RETRY_SECONDS });
    },
  );

  app.post(
    `${base}/reset/check`,
    {
      config: { access: 'public', idempotent: 'it only looks' },
      schema: {
        tags,
        summary: 'Check a password reset link',
        body: ResetToken,
        response: { 200: envelope(ResetCheck) },
      },
    },
    async (request) => done(await checkReset(platform, request.body.token)),
  );

  app.post(
    `${base}/reset`,
    {
      config: { access: 'public', idempotent: 'a link works once' },
      schema: {
        tags,
        summary: 'Set a new password with a reset link',
        description:
          'Ends all of that person’s sessions and doesn’t start a new one. If it’s refused, the code is 801 and the data gives the status of the link and the field to correct.',
        body: NewPassword,
        response: { 200: envelope(Type.Union([Type.Null(), ResetState])) },
      },
    },
    async (request, reply) => {
      const outcome = await resetPassword(platform, request.body, browserOf(request, settings));
      if ('state' in outcome) {
        const { message, ...found } = outcome;
        return refused(message, found);
      }
      setCookies(reply, settings, [deviceCookie(outcome.device)]);
      return done(null);
    },
  );

  app.post(
    `${base}/change`,
    {
      config: { access: roles, whenReadOnly: 'your own password' },
      schema: {
        tags,
        summary: 'Change your own password',
        description: 'Ends all your sessions. This browser gets a new one.',
        body: ChangedPassword,
        response: { 200: envelope(Type.Null()), 422: envelope(RefusedChange) },
      },
    },
    async (request, reply) => {
      const browser = browserOf(request, settings);
      const signedIn = await changePassword(platform, sessionOf(request), request.body, browser);
      setCookies(reply, settings, signedInCookies(signedIn));
      return done(null);
    },
  );
};
