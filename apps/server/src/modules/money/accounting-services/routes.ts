import { Saved } from '@muster/domain/basics/changes/schema';
import {
  AccountingMapping,
  AccountingService,
  AccountingState,
} from '@muster/domain/money/accounting-services/schema';
import { Type } from 'typebox';
import { runCommand } from '../../../platform/changes/command.ts';
import {
  commandOf,
  commandRoute,
  moneyKeepers,
  owners,
  readingLive,
  savingLive,
} from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf, sessionOf } from '../../../platform/sign-in/access.ts';
import {
  accountingState,
  beginAuthorisation,
  connectOrganisation,
  dropAuthorisation,
  editMapping,
  endAuthorisation,
  prepareChoice,
  refreshChart,
} from './service.ts';

const base = '/services/accounting/api/v1';
const tags = ['Accounting'];

const CameBack = Type.Object(
  {
    state: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'As Xero sent it back with the browser',
    }),
    code: Type.String({ minLength: 1, maxLength: 2_000 }),
  },
  { additionalProperties: false },
);
const Chosen = Type.Object(
  { organisation_id: Type.String({ minLength: 1, maxLength: 60 }) },
  { additionalProperties: false, examples: [{ organisation_id: '7cb59f93-2964-421d-bb5e-a0f7a4572a44' }] },
);

export const accountingServiceRoutes: Module = (app, platform) => {
  const { database, now } = platform;
  const { db, keys } = database;
  const save = savingLive(db, now);
  const read = readingLive(db);

  app.get(
    `${base}/connection`,
    {
      config: { access: moneyKeepers },
      schema: {
        tags,
        summary:
          'Get the organisation that invoices go to, what can be chosen, and what keeps them from going',
        response: { 200: envelope(AccountingState) },
      },
    },
    (request) => read(request, (db) => accountingState(db, platform, accountOf(request))),
  );

  app.post(
    `${base}/authorisations`,
    {
      config: { access: owners, idempotent: 'whoever begins again begins anew' },
      schema: {
        tags,
        summary: 'Begin to connect Xero: says where to send the browser',
        response: { 200: envelope(Type.Object({ url: Type.String() })) },
      },
    },
    async (request) => {
      const url = await beginAuthorisation(platform, {
        account: accountOf(request),
        session: sessionOf(request),
      });
      return done({ url });
    },
  );

  app.post(
    `${base}/authorisations/end`,
    {
      config: { access: owners, idempotent: 'a code is exchanged once' },
      schema: {
        tags,
        summary: 'Come back from Xero, with what it sent along: the organisations can be chosen from then on',
        body: CameBack,
        response: { 200: envelope(Type.Null()) },
      },
    },
    async (request) => {
      await endAuthorisation(
        platform,
        { account: accountOf(request), session: sessionOf(request) },
        request.body,
      );
      return done(null);
    },
  );

  app.delete(
    `${base}/authorisations`,
    {
      config: { access: owners, idempotent: 'dropping nothing changes nothing' },
      schema: {
        tags,
        summary: 'Choose none of the organisations',
        response: { 200: envelope(Type.Null()) },
      },
    },
    async (request) => {
      await withAccount(db, accountOf(request), dropAuthorisation);
      return done(null);
    },
  );

  app.post(
    `${base}/connection`,
    commandRoute(owners, {
      tags,
      summary: 'Choose the organisation that invoices go to',
      description:
        'One that was connected before goes on where it was. Another one begins anew, and nothing goes over to it before a day to start from is set.',
      body: Chosen,
      answer: Saved(AccountingService),
    }),
    async (request) => {
      const { organisation_id: organisation } = request.body;
      const account = accountOf(request);
      const chart = await prepareChoice(platform, account, organisation);
      const command = { ...commandOf(request, now, 'accounting connected'), scenario: null };
      const { answer, number, made } = await runCommand(db, command, (write) =>
        connectOrganisation(write, keys, account, { organisation, chart }),
      );
      return done({ row: answer, change: number, made });
    },
  );

  app.patch(
    `${base}/connection`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Choose where what goes over belongs, and from which day on',
      body: AccountingMapping,
      answer: Saved(AccountingService),
    }),
    (request) => save(request, 'accounting edited', (write) => editMapping(write, request.body)),
  );

  app.post(
    `${base}/connection/refresh`,
    {
      config: { access: moneyKeepers, idempotent: 'it only reads' },
      schema: {
        tags,
        summary: 'Read the accounts and tax rates from Xero again',
        response: { 200: envelope(AccountingState) },
      },
    },
    async (request) => {
      const account = accountOf(request);
      await refreshChart(platform, account);
      return read(request, (db) => accountingState(db, platform, account));
    },
  );
};
