import { Saved } from '@muster/domain/basics/changes/schema';
import { MadeVisitLink, ShownVisitLink, VisitLink } from '@muster/domain/messages/visit-links/schema';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { runCommand } from '../../../platform/changes/command.ts';
import {
  commandOf,
  commandRoute,
  dispatchers,
  readingLive,
  savingLive,
} from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { linksOfJob, mailedVisitLink, openLinkOf, revokeVisitLink, visitLinkUrl } from './service.ts';

const base = '/services/scheduling/api/v1/visits/:id/page';
const tags = ['Visits'];
const params = Type.Object({ id: Id });
const pages = Type.Object({ rows: Type.Array(ShownVisitLink), change: Type.Integer() });

export const visitLinkRoutes: Module = (app, { database, settings, now }) => {
  const { db, keys } = database;
  const read = readingLive(db);
  const save = savingLive(db, now);

  app.get(
    '/services/scheduling/api/v1/jobs/:id/pages',
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Jobs'],
        summary: 'See which visits of a job have a page for the customer, and whether it was opened',
        params,
        response: { 200: envelope(pages), 404: envelope(Type.Null()) },
      },
    },
    (request) => read(request, async (db) => ({ rows: await linksOfJob(db, request.params.id) })),
  );

  app.post(
    `${base}/link`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Get the link to the customer’s page of a visit',
      description:
        'Made if there’s none. The page needs no sign-in and can be read until 30 days after the visit. The address isn’t stored: ask again when you need it.',
      params,
      answer: MadeVisitLink,
    }),
    async (request) => {
      const command = { ...commandOf(request, now, 'visit link made'), scenario: null };
      const { id } = request.params;
      const {
        answer: { row, mailed },
        number,
        made,
      } = await runCommand(db, command, async (write) => {
        const mailed = await mailedVisitLink(write, keys, id);
        return { row: await openLinkOf(write.db, id), mailed };
      });
      return done({ row, change: number, made, address: visitLinkUrl(settings, database, mailed) });
    },
  );

  app.post(
    `${base}/revoke`,
    commandRoute(
      dispatchers,
      {
        tags,
        summary: 'Revoke the link to the customer’s page of a visit permanently',
        params,
        answer: Saved(VisitLink),
      },
      'it closes a door',
    ),
    (request) => save(request, 'visit link revoked', (write) => revokeVisitLink(write, request.params.id)),
  );
};
