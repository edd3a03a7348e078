import { RetryAfter } from '@muster/domain/accounts/schema';
import {
  ChangedPassword,
  ForgottenPassword,
  NewPassword,
  RefusedChange,
  ResetCheck,
  ResetState,
  ResetToken,
} from '@muster/domain/passwords/schema';
import { roles } from '@muster/domain/values/role';
import { Type } from 'typebox';
import { sessionOf } from '../../platform/sign-in/access.ts';
import { browserOf, deviceCookie, signedInCookies } from '../../platform/sign-in/browser.ts';
import type { Module } from '../../platform/deps.ts';
import { setCookies } from '../../platform/http/cookies.ts';
import { done, envelope, refused } from '../../platform/http/envelope.ts';
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
        summary: 'Ask for a mail to choose a new password',
        description: 'The answer is the same whether or not somebody has this address.',
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
        summary: 'What a link from the mail is good for',
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
        summary: 'Choose a new password with a link from the mail',
        description:
          'Ends all sessions of that person and signs nobody in. A refusal has code 801, the state of the link, and the field that it is about.',
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
      config: { access: roles },
      schema: {
        tags,
        summary: 'Change your own password',
        description: 'Ends all your sessions; this browser gets a new one.',
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
