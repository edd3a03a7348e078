import { Saved } from '@muster/domain/basics/changes/schema';
import { UntoldList } from '@muster/domain/messages/untold/schema';
import { Id } from '@muster/domain/values/schema';
import { CustomerMessage } from '@muster/domain/work/visits/schema';
import { Type } from 'typebox';
import {
  commandRoute,
  dispatchers,
  readingLive,
  savingLive,
} from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { dismissMessage, sendAgain, takeBackTexts } from '../customer-messages/service.ts';
import { listUntold } from './store.ts';

const base = '/services/scheduling/api/v1/customer-messages';
const tags = ['Visits'];
const params = Type.Object({ id: Id });
const answer = Saved(CustomerMessage);

export const untoldRoutes: Module = (app, platform) => {
  const {
    database: { db },
    now,
  } = platform;
  const save = savingLive(db, now);
  const read = readingLive(db);

  app.get(
    `${base}/untold`,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'List the messages of the last days that didn’t reach a customer, or may not have',
        response: { 200: envelope(Type.Object({ ...UntoldList.properties, change: Type.Integer() })) },
      },
    },
    (request) => read(request, (db) => listUntold(db, new Date(now()))),
  );

  app.post(
    `${base}/:id/send-again`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Send a message again to everyone it didn’t reach',
      description: 'Only the latest message of a visit, while its time isn’t over.',
      params,
      answer,
    }),
    (request) =>
      save(request, 'customer told', (write) =>
        sendAgain({ write, deps: platform, account: accountOf(request) }, request.params.id),
      ),
  );

  app.post(
    `${base}/:id/take-back`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Take back the texts of a message that haven’t left',
      params,
      answer,
    }),
    (request) => save(request, 'message taken back', (write) => takeBackTexts(write, request.params.id)),
  );

  app.post(
    `${base}/:id/dismiss`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Decide that nothing more needs doing about a message that didn’t arrive',
      params,
      answer,
    }),
    (request) => save(request, 'message dismissed', (write) => dismissMessage(write, request.params.id)),
  );
};
