import {
  InvitationAnswer,
  InvitationCheck,
  InvitationStateOnly,
  InvitationToken,
} from '@muster/domain/identity/invitations/schema';
import { Type } from 'typebox';
import { browserOf, signedInCookies } from '../../../platform/sign-in/browser.ts';
import type { Module } from '../../../platform/deps.ts';
import { setCookies } from '../../../platform/http/requests/cookies.ts';
import { done, envelope, refused } from '../../../platform/http/answers/envelope.ts';
import { acceptInvitation, checkInvitation } from './service.ts';

const base = '/services/authentication/api/invitation';
const tags = ['Authentication'];

export const invitations: Module = (app, platform) => {
  const { settings } = platform;

  app.post(
    `${base}/check`,
    {
      config: { access: 'public', idempotent: 'it only looks' },
      schema: {
        tags,
        summary: 'Check an invitation',
        body: InvitationToken,
        response: { 200: envelope(InvitationCheck) },
      },
    },
    async (request) => done(await checkInvitation(platform, request.body.token)),
  );

  app.post(
    `${base}/accept`,
    {
      config: { access: 'public', idempotent: 'an invitation works once, and says so the second time' },
      schema: {
        tags,
        summary: 'Accept an invitation and sign in',
        description:
          'If it can’t be accepted, the code is 801 and the data gives the status of the link and the field to correct.',
        body: InvitationAnswer,
        response: { 200: envelope(Type.Union([InvitationStateOnly, Type.Null()])) },
      },
    },
    async (request, reply) => {
      const outcome = await acceptInvitation(platform, request.body, browserOf(request, settings));
      if ('state' in outcome) {
        const { message, ...found } = outcome;
        return refused(message, found);
      }
      setCookies(reply, settings, signedInCookies(outcome));
      return done(null);
    },
  );
};
