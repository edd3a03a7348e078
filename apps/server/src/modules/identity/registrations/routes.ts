import { RetryAfter } from '@muster/domain/identity/accounts/schema';
import {
  Activation,
  ActivationCheck,
  ActivationState,
  ActivationToken,
  RefusedRegistration,
  Registration,
  Resend,
} from '@muster/domain/identity/registrations/schema';
import type { ActivationLinkState } from '@muster/domain/identity/registrations/schema';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  browserOf,
  readSecret,
  REGISTRATION_COOKIE,
  signedInCookies,
} from '../../../platform/sign-in/browser.ts';
import { setCookies } from '../../../platform/http/requests/cookies.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope, refused } from '../../../platform/http/answers/envelope.ts';
import {
  answeredBefore,
  idempotencyHeaders,
  idempotencyKey,
  idempotently,
} from '../../../platform/http/requests/idempotency.ts';
import { inTurn } from '../../../platform/limits.ts';
import { keyed, tokenHash } from '../../../platform/sign-in/secret.ts';
import { newToken } from '../../../platform/sign-in/session.ts';
import {
  activate,
  BROWSER_SECONDS,
  checkLink,
  readForm,
  register,
  resend,
  RETRY_SECONDS,
} from './service.ts';

const base = '/services/authentication/api';
const tags = ['Authentication'];

export const registrations: Module = (app, platform) => {
  const { database, settings } = platform;

  app.post(
    `${base}/register`,
    {
      config: { access: 'public', idempotent: true },
      schema: {
        tags,
        summary: 'Register a new account',
        description:
          'The answer is the same whether or not we know the address; the next step is sent by email. If something needs correcting, the code is 801 and the answer names the field and the problem.',
        headers: idempotencyHeaders,
        body: Registration,
        response: { 200: envelope(RefusedRegistration) },
      },
    },
    async (request, reply) => {
      const browser = browserSecret(request);
      let answer = await answeredBefore<null>(database, request, reply);
      if (!answer) {
        const { network } = browserOf(request, settings);
        const form = await readForm(platform, request.body, network);
        answer = await inTurn(network, () =>
          idempotently(database, request, reply, (db) =>
            register(db, platform, form, { network, hash: tokenHash(browser) }),
          ),
        );
      }
      const cookie = { name: REGISTRATION_COOKIE, value: browser, maxAgeSeconds: BROWSER_SECONDS };
      setCookies(reply, settings, [cookie]);
      return answer;
    },
  );

  app.post(
    `${base}/activation/check`,
    {
      config: { access: 'public', idempotent: 'it only looks' },
      schema: {
        tags,
        summary: 'Check an activation link',
        body: ActivationToken,
        response: { 200: envelope(ActivationCheck) },
      },
    },
    async (request) => done(await checkLink(platform, request.body.token, browserOf(request, settings))),
  );

  app.post(
    `${base}/activate`,
    {
      config: { access: 'public', idempotent: 'a link works once, and says so the second time' },
      schema: {
        tags,
        summary: 'Activate an account and sign its owner in',
        description: 'If the link can’t be used, the code is 801 and the data gives the status of the link.',
        body: Activation,
        response: { 200: envelope(Type.Union([ActivationState, Type.Null()])) },
      },
    },
    async (request, reply) => {
      const outcome = await activate(platform, request.body, browserOf(request, settings));
      if ('state' in outcome) {
        const isWrong = outcome.state === 'password' && request.body.password !== undefined;
        return refused(refusals[outcome.state](request.body), {
          ...outcome,
          ...(isWrong ? { field: 'password' as const } : {}),
        });
      }
      setCookies(reply, settings, signedInCookies(outcome));
      return done(null);
    },
  );

  app.post(
    `${base}/activation/resend`,
    {
      config: {
        access: 'public',
        idempotent: 'a second mail is refused for a minute',
      },
      schema: {
        tags,
        summary: 'Send a new activation link',
        description:
          'Takes an email address or the token of an older link. The answer is the same whether or not we know the address.',
        body: Resend,
        response: { 200: envelope(RetryAfter) },
      },
    },
    async (request) => {
      await resend(platform, request.body, browserOf(request, settings));
      return done({ retry_after: RETRY_SECONDS });
    },
  );

  /**
   * The secret that identifies this browser until it activates: the one in its cookie, or a new one. A repeated request gets the
   * same secret again, because its first answer may be lost: the secret is made of the key and the body, which nobody else has.
   */
  function browserSecret(request: FastifyRequest): string {
    const known = readSecret(request, settings, REGISTRATION_COOKIE);
    if (known !== undefined) return known;
    const key = idempotencyKey(request);
    if (key === undefined) return newToken();
    return keyed(database.secret, `browser:${key}:${JSON.stringify(request.body)}`).toString('base64url');
  }
};

const refusals: Record<ActivationLinkState, (ask: { password?: string }) => string> = {
  ready: () => 'We couldn’t use this link. Try again.',
  password: ({ password }) =>
    password === undefined
      ? 'Enter the password you chose when you registered.'
      : 'That isn’t the password you chose when you registered. Try again.',
  used: () => 'This account is already activated. Sign in.',
  expired: () => 'This link has expired. Ask for a new one.',
  revoked: () => 'We’ve sent a newer link. Use the one in the latest email.',
  unknown: () => 'We don’t recognise this link. Check that you copied all of it.',
};
