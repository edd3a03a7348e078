import {
  LateNews,
  LateTold,
  LetterheadPreview,
  MessageSample,
  MessageSampleQuery,
} from '@muster/domain/messages/customer-messages/schema';
import { Saved } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, owners, savingLive } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { mailPage, sendMailPage } from '../../../platform/http/answers/mail-page.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { previewMail, sampleOfKind, tellLate } from './service.ts';

export const customerMessageRoutes: Module = (app, platform) => {
  const {
    database: { db },
    now,
  } = platform;
  const save = savingLive(db, now);

  app.post(
    '/services/scheduling/api/v1/visits/:id/late',
    commandRoute(dispatchers, {
      tags: ['Visits'],
      summary: 'Tell the customer that you’re running late',
      description:
        'Records the delay and tells the customer the new time in a minute; undo the change before then and nothing is sent. Refused if no one can be reached.',
      params: Type.Object({ id: Id }),
      body: LateNews,
      answer: Saved(LateTold),
    }),
    (request) =>
      save(request, 'delay told', (write) =>
        tellLate(write, platform, request.params.id, request.body.minutes),
      ),
  );

  app.get(
    '/services/scheduling/api/v1/settings/message-sample',
    {
      config: { access: owners },
      schema: {
        tags: ['Settings'],
        summary: 'See what a message to customers is filled in with: for your next visit, or a made-up one',
        querystring: MessageSampleQuery,
        response: { 200: envelope(MessageSample) },
      },
    },
    async (request) =>
      done(
        await withAccount(db, accountOf(request), (db) =>
          sampleOfKind(db, accountOf(request), request.query.kind, new Date(now())),
        ),
      ),
  );

  app.get(
    '/services/scheduling/api/v1/settings/preview',
    {
      config: { access: owners },
      exposeHeadRoute: false,
      schema: {
        tags: ['Settings'],
        summary: 'See how an email to a customer looks, before the settings are saved',
        querystring: LetterheadPreview,
        response: { 200: mailPage },
      },
    },
    async (request, reply) =>
      sendMailPage(reply, await previewMail(platform, accountOf(request), request.query, new Date(now()))),
  );
};
