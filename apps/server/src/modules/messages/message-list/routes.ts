import { Page } from '@muster/domain/basics/changes/schema';
import {
  Message,
  MessageCount,
  MessageFilter,
  MessageQuery,
  MonthQuery,
} from '@muster/domain/messages/message-list/schema';
import { isPermitted } from '@muster/domain/values/role';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { dispatchers, moneyDrafters, readingLive } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { csvAnswer, sendCsv } from '../../../platform/http/answers/csv.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf, callerOf } from '../../../platform/sign-in/access.ts';
import { exportList } from '../../work/exports/service.ts';
import { readSettings } from '../../work/settings/service.ts';
import { monthOfMessages, pageMessages } from './service.ts';
import { messageColumns } from './templates.ts';

const base = '/services/scheduling/api/v1/messages';
const tags = ['Messages'];
const config = { access: dispatchers };

function seesMoney(request: FastifyRequest): boolean {
  return isPermitted(moneyDrafters, callerOf(request));
}

export const messageListRoutes: Module = (app, { database: { db }, now }) => {
  const read = readingLive(db);

  app.get(
    base,
    {
      config,
      schema: {
        tags,
        summary: 'List emails and texts to customers and their answers, the latest first',
        description:
          'Of everyone, or of one customer, job or visit. What happened to a visit is also in `GET /changes`, and webhooks tell of it.',
        querystring: MessageQuery,
        response: { 200: envelope(Page(Message)) },
      },
    },
    (request) => {
      const { cursor, limit, ...which } = request.query;
      return read(request, async (db) => {
        const { zone } = await readSettings(db, accountOf(request));
        return pageMessages(db, { zone, hasMoney: seesMoney(request) }, which, {
          ...(cursor !== undefined && { cursor }),
          ...(limit !== undefined && { limit }),
        });
      });
    },
  );

  app.get(
    `${base}/month`,
    {
      config,
      schema: {
        tags,
        summary: 'Count the messages of a month by kind and way',
        querystring: MonthQuery,
        response: {
          200: envelope(Type.Object({ rows: Type.Array(MessageCount), change: Type.Integer() })),
        },
      },
    },
    (request) =>
      read(request, async (db) => {
        const { zone } = await readSettings(db, accountOf(request));
        return { rows: await monthOfMessages(db, zone, request.query.month) };
      }),
  );

  app.get(
    `${base}.csv`,
    {
      config,
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Messages as CSV, filtered like the list',
        querystring: MessageFilter,
        response: { 200: csvAnswer },
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      const hasMoney = seesMoney(request);
      const { zone } = await withAccount(db, account, (db) => readSettings(db, account));
      const { name, parts } = await exportList(db, account, new Date(now()), {
        name: 'messages',
        columns: messageColumns(zone),
        readPage: (db, page) => pageMessages(db, { zone, hasMoney }, request.query, page),
      });
      return sendCsv(reply, name, parts);
    },
  );
};
