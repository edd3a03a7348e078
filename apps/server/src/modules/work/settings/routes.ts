import { Saved, Shown } from '@muster/domain/basics/changes/schema';
import { TextsAre } from '@muster/domain/basics/texts/schema';
import { Business, BusinessEdit, EmailConfirmation } from '@muster/domain/work/settings/schema';
import { Type } from 'typebox';
import {
  commandRoute,
  owners,
  readersOfWork,
  reading,
  saving,
} from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { textsAre } from '../../basics/texts/service.ts';
import { confirmEmail, editSettings, readSettings, sendConfirmation } from './service.ts';

const path = '/services/scheduling/api/v1/settings';
const tags = ['Settings'];
const answer = Saved(Business);

export const settingRoutes: Module = (app, platform) => {
  const {
    database,
    database: { db },
    now,
  } = platform;
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    path,
    {
      config: { access: readersOfWork },
      schema: {
        tags,
        summary: 'Get the business settings',
        response: { 200: envelope(Type.Object({ ...Shown(Business).properties, texts: TextsAre })) },
      },
    },
    (request) =>
      read(request, async (db) => ({
        row: await readSettings(db, accountOf(request)),
        texts: await textsAre(db, platform),
      })),
  );

  app.patch(
    path,
    commandRoute(owners, {
      tags,
      summary: 'Change the business settings',
      body: BusinessEdit,
      answer,
    }),
    (request) =>
      save(request, 'settings edited', (write) => editSettings(write, accountOf(request), request.body)),
  );

  app.post(
    `${path}/email/confirmation`,
    {
      config: { access: owners, idempotent: 'another link to the same address is good for the same' },
      schema: {
        tags,
        summary: 'Send a link that confirms the reply address',
        response: { 200: envelope(Type.Null()) },
      },
    },
    async (request) => {
      const account = accountOf(request);
      await withAccount(db, account, (db) => sendConfirmation(db, database.keys, account, new Date(now())));
      return done(null);
    },
  );

  app.post(
    `${path}/email/confirm`,
    commandRoute(owners, {
      tags,
      summary: 'Confirm the reply address with the link sent to it',
      body: EmailConfirmation,
      answer,
    }),
    (request) =>
      save(request, 'settings edited', (write) =>
        confirmEmail(write, accountOf(request), request.body.token, database),
      ),
  );
};
